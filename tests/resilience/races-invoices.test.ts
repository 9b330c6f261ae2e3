import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventAbout, intentFor, payByCard } from '../support/card-payments.ts'
import { order, stockProduct } from '../support/orders.ts'
import { countWaiting } from '../support/queue-behind-lock.ts'
import { race } from '../support/race.ts'
import { expectEveryRule, openStorePair, type StorePair } from '../support/store-pair.ts'
import { signIn, type User } from '../support/users.ts'

let stores: StorePair
let customers: User[]
beforeAll(async () => {
  stores = await openStorePair({ SIMULATOR_FAULTS: 'lose-webhook=always' })
  customers = await Promise.all(Array.from({ length: 5 }, () => signIn(stores.first)))
})
afterEach(() => expectEveryRule(stores.first))
afterAll(() => stores.close())

type Charged = { customer: User; id: string; intent: string }

/** Orders that are paid at the provider, without the store's knowledge. */
async function charged(count: number): Promise<Charged[]> {
  const productId = await stockProduct(stores.first, { available: 1000 })
  const orders: Charged[] = []
  for (let at = 0; at < count; at += 1) {
    const customer = customers[at % customers.length]
    if (!customer) throw new Error('There are no customers')
    const id = await order(customer, productId)
    const intent = await intentFor(customer, id)
    await payByCard(stores.first, intent)
    orders.push({ customer, id, intent: intent.id })
  }
  return orders
}

const confirm = ({ customer, id, intent }: Charged, at: number) =>
  stores.by(customer, at)('PATCH', `/order/${id}`, { orderId: id, transactionId: intent })

const numbersOf = async (orders: readonly Charged[]) => {
  const rows = await stores.first.db
    .selectFrom('documents')
    .select('number')
    .where(
      'purchase_id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)

test('20 payments settled at once in two processes, by payers and webhooks, get the numbers 1 to 20 once', () =>
  race(1, async ({ together }) => {
    const orders = await charged(20)
    const responses = await together(
      orders.flatMap((one, at) => [
        () => confirm(one, at),
        () => stores.postWebhook(eventAbout(one.intent), at + 1),
      ]),
    )
    expect(responses.filter(({ status }) => status >= 300)).toEqual([])
    expect(await numbersOf(orders)).toEqual(from(1, 20))
  }))

test('a connection that is lost while it waits for its number leaves no gap', async () => {
  const { db } = stores.first
  const orders = await charged(4)
  const { last } = await db.selectFrom('document_numbers').select('last').executeTakeFirstOrThrow()
  const { settling } = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('document_numbers').selectAll().forUpdate().execute()
    const settling = Promise.all(orders.map(confirm))
    await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(orders.length)
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' limit 2`.execute(db)
    expect(rows).toHaveLength(2)
    return { settling }
  })
  await settling
  await Promise.all(orders.map(confirm))
  expect(await numbersOf(orders)).toEqual(from(last + 1, orders.length))
})
