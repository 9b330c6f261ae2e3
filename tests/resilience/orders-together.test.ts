import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockProduct } from '../support/orders.ts'
import { expectEveryRule, countOutcomes, outcomeOf } from '../support/store-pair.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signInMany } from '../support/users.ts'

const PEOPLE = 16

let store: TestStore
let users: User[]

beforeAll(async () => {
  store = await openTestStore()
  users = await signInMany(store, PEOPLE)
})
afterAll(() => store.close())

const place = (person: User, productId: string, over: object = {}) =>
  person.call('POST', '/order', {
    productId,
    orderQty: 1,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
    ...over,
  })
const products = (available = 100) => Promise.all(users.map(() => stockProduct(store, { available })))
const product = (ids: string[], i: number) => ids[i] ?? ''

test('orders of one product are all stored, in whatever case its id is written', async () => {
  const id = await stockProduct(store, { available: 100 })
  const responses = await Promise.all(
    users.map((person, i) => place(person, i % 2 === 0 ? id : id.toUpperCase())),
  )
  expect(countOutcomes(responses)).toEqual({ '201': PEOPLE })
  await expectEveryRule(store)
})

test('orders that arrive together are stored or refused each by itself', async () => {
  const ids = await products(3)
  const wishes = [{ orderQty: 4 }, { totalPrice: 1 }, {}, { orderQty: 3 }]
  const responses = await Promise.all(
    users.map((person, i) => place(person, product(ids, i), wishes[i % wishes.length])),
  )
  expect(responses.map(outcomeOf)).toEqual(
    users.map((_, i) => ['409 insufficient_stock', '409 price_changed', '201', '201'][i % wishes.length]),
  )
  await expectEveryRule(store)
})

test('an order that fails in the database does not affect those that arrived with it', async () => {
  await sql`create function refuse_poison() returns trigger language plpgsql as $$ begin
    if new.customer_address = 'poison' then raise exception 'poisoned'; end if; return new; end $$`.execute(
    store.db,
  )
  await sql`create trigger refuse_poison before insert on orders for each row execute function refuse_poison()`.execute(
    store.db,
  )
  const ids = await products()
  const responses = await Promise.all(
    users.map((person, i) => place(person, product(ids, i), i === 5 ? { customerAddress: 'poison' } : {})),
  )
  expect(countOutcomes(responses)).toEqual({ '201': PEOPLE - 1, '500 internal_error': 1 })
  await sql`drop function refuse_poison cascade`.execute(store.db)
  await expectEveryRule(store)
})

test.each(['products', 'accounts'] as const)(
  'a locked row of %s delays no order of other parts and customers',
  async (table) => {
    const ids = await products()
    const [locked] = await store.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', users[0]?.email ?? '')
      .execute()
    const row = table === 'products' ? product(ids, 0) : locked?.id
    const { pendingOrders, responses } = await store.db.transaction().execute(async (trx) => {
      await sql`select from ${sql.table(table)} where id = ${row} for update`.execute(trx)
      const pendingOrders = users.slice(0, 1).map((person) => place(person, product(ids, 0)))
      // They get their responses while the row is still locked.
      const others = users.slice(1).map((person, i) => place(person, product(ids, i + 1)))
      return { pendingOrders, responses: await Promise.all(others) }
    })
    expect(countOutcomes(responses)).toEqual({ '201': PEOPLE - 1 })
    // Placed once the lock is gone, or refused by a timeout.
    for (const response of await Promise.all(pendingOrders))
      expect(['201', '503 database_busy']).toContain(outcomeOf(response))
    await expectEveryRule(store)
  },
)

test('many orders of one locked part, of one customer or many, delay no other customer', async () => {
  const ids = await products()
  const { pendingOrders, responses } = await store.db.transaction().execute(async (trx) => {
    await sql`select from products where id = ${product(ids, 0)} for update`.execute(trx)
    const pendingOrders = Array.from({ length: 60 }, (_, i) => place(users[i % 8] as User, product(ids, 0)))
    let over = 0
    for (const response of pendingOrders) void response.then(() => (over += 1))
    const others = users.slice(8).map((person, i) => place(person, product(ids, i + 8)))
    const responses = await Promise.all(others)
    expect(over).toBe(0)
    return { pendingOrders, responses }
  })
  expect(countOutcomes(responses)).toEqual({ '201': PEOPLE - 8 })
  for (const response of await Promise.all(pendingOrders))
    expect(['201', '503 database_busy']).toContain(outcomeOf(response))
  await expectEveryRule(store)
})
