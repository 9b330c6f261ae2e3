// Long because it fills every list of the API.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls, type CallName } from '#contract/calls.ts'
import { openFixture, keysOf, send, type Fixture } from '../../tests/support/call-samples.ts'
import { order, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { type User } from '../../tests/support/users.ts'

/** More rows than the largest page has. */
const MANY = 520

let world: Fixture

beforeAll(async () => {
  world = await openFixture()
})
afterAll(() => world.store.close())

const reading = allCalls.filter(([, call]) => call.method === 'GET')
describe('a list', () => {
  // The search returns more than a list, and has its own cursor: search.test.ts.
  const lists = reading.filter(
    ([name, call]) => name !== 'searchCatalogue' && keysOf(call.query).includes('limit'),
  )
  let reader: User
  /** A part with orders. */
  let productId: string

  beforeAll(async () => {
    reader = world.admin
    productId = await stockProduct(world.store)
    const orderId = await order(world.owner, productId)
    // Placed at the same moment. Each has lapsed: a hold of its own would need stock.
    await sql`
      insert into orders (product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents,
                          customer_name, customer_email, customer_phone, customer_address, hold, hold_expires_at, placed_at)
      select product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents,
             customer_name, customer_email, customer_phone, customer_address, 'released', hold_expires_at, placed_at
      from orders, generate_series(1, ${MANY}) where id = ${orderId}`.execute(world.store.db)
    await sql`
      insert into stock_movements (product_id, kind, quantity)
      select ${productId}::uuid, 'received', 1 from generate_series(1, ${MANY})`.execute(world.store.db)
    await sql`update products set available = available + ${MANY} where id = ${productId}`.execute(
      world.store.db,
    )
    await sql`
      insert into audit_entries (action, subject, after)
      select 'restock', 'product:' || ${productId}::text, '{"quantity": 1}' from generate_series(1, ${MANY})`.execute(
      world.store.db,
    )
    // Created at the same moment: the id decides their order.
    const product = await world.store.db
      .selectFrom('products')
      .selectAll()
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
    const { id: _, ...columns } = product
    await world.store.db
      .insertInto('products')
      .values(Array.from({ length: MANY }, (__, i) => ({ ...columns, name: `Bolt ${i}` })))
      .execute()
    const account = await world.store.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', world.owner.email)
      .executeTakeFirstOrThrow()
    const created_at = new Date()
    await world.store.db
      .insertInto('reviews')
      .values(
        Array.from({ length: MANY }, (__, i) => ({
          account_id: account.id,
          name: 'Olive',
          rating: 1 + (i % 5),
          created_at,
        })),
      )
      .execute()
    const unset = { education: null, address: null, phone: null, linkedin: null, created_at }
    await world.store.db
      .insertInto('accounts')
      .values(
        Array.from({ length: MANY }, (__, i) => ({
          id: `${i}`,
          email: `${i}@people.test`,
          name: 'Newt',
          ...unset,
        })),
      )
      .execute()
    await world.store.db
      .insertInto('search_synonyms')
      .values(Array.from({ length: MANY }, (__, i) => ({ phrases: [`bolt ${i}`, `screw ${i}`] })))
      .execute()
    await world.store.db
      .insertInto('missed_searches')
      .values(
        Array.from({ length: MANY }, (__, i) => ({
          day: '2026-11-23',
          words: `gizmo ${i}`,
          searches: 1 + (i % 3),
        })),
      )
      .execute()
    await world.store.db
      .insertInto('imports')
      .values(
        Array.from({ length: MANY }, (__, i) => ({
          kind: 'products' as const,
          file_name: `parts-${i}.csv`,
          options: JSON.stringify({}),
          created_by: account.id,
          created_at,
        })),
      )
      .execute()
    await world.store.db
      .insertInto('contact_messages')
      .values(
        Array.from({ length: MANY }, (__, i) => ({
          name: 'Newt',
          email: `${i}@people.test`,
          message: 'Which bolt fits?',
          created_at,
        })),
      )
      .execute()
    await world.store.db
      .insertInto('dead_letters')
      .values(
        Array.from({ length: MANY }, (__, i) => ({
          id: randomUUID(),
          kind: 'order_placed',
          recipient: `${i}@people.test`,
          mail: JSON.stringify({ content: { subject: `Order ${i}` } }),
          reason: '550 no such user',
          attempts: 1,
          failed_at: created_at,
        })),
      )
      .execute()
    // Of an order that was never sent, which the database refuses.
    await sql`alter table return_lines disable trigger user`.execute(world.store.db)
    await sql`
      with asked as (
        insert into returns (purchase_id, state, created_by, created_at)
        select ${orderId}, 'requested', ${account.id}, ${created_at} from generate_series(1, ${MANY}) returning id
      ), listed as (
        insert into return_lines (return_id, order_id, core, quantity, reason)
        select id, ${orderId}, false, 1, 'does_not_fit' from asked
      )
      insert into fitment_flags (product_id, order_id, return_id, vehicle, said, reason, created_at)
      select ${productId}, ${orderId}, id, '2009 Honda Civic', 'fits', '', ${created_at} from asked`.execute(
      world.store.db,
    )
    world.store.shop.publishChange('products')
    world.store.shop.publishChange('reviews')
  })

  const readerOf = (name: CallName) => (name === 'listOwnPurchases' ? world.owner : reader)
  const list = (name: CallName, query: Record<string, string>) =>
    send(
      world.store,
      name,
      { params: { email: world.owner.email, id: productId }, query },
      readerOf(name).token,
    )

  test('is what these calls return', () => {
    expect(lists.map(([name]) => name).toSorted()).toEqual([
      'listAccounts',
      'listAudit',
      'listCustomers',
      'listDeadLetters',
      'listFitmentFlags',
      'listImports',
      'listManagedProducts',
      'listManagedReviews',
      'listMessages',
      'listMissedSearches',
      'listOrders',
      'listOwnOrders',
      'listOwnPurchases',
      'listProducts',
      'listPurchases',
      'listReturns',
      'listReviews',
      'listStockMovements',
      'listSynonyms',
    ])
  })

  const withCursor = lists.filter(([, call]) => keysOf(call.query).includes('after'))
  test.each(withCursor)(
    '%s reads any cursor: an invented one is refused, or starts somewhere',
    async (name) => {
      for (const after of [
        '0',
        '-1',
        '9'.repeat(18),
        '9'.repeat(19),
        '9223372036854775808',
        '1e308',
        'NaN',
        'Infinity',
        '1.5',
        '0x10',
        '\u0661',
        ' 1',
        '',
        '\u0000',
        '\ud800',
        'null',
        '[]',
        '{"$gt":""}',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        '00000000-0000-0000-0000-00000000000g',
        '["newest","0000-01-01T00:00:00Z","00000000-0000-0000-0000-000000000000"]',
        "' or 1=1 --",
        'x'.repeat(5_000),
      ])
        expect([200, 422], after.slice(0, 40)).toContain((await list(name, { after })).status)
    },
  )

  test.each(lists)('%s returns 1 to 500 rows at a time', async (name) => {
    for (const limit of ['0', '501', '-1', 'abc', '1.5', '', 'Infinity', '1e9']) {
      const response = await list(name, { limit })
      expectProblem(response, 422, 'invalid_input')
      expect(response.body.errors[0].field).toBe('limit')
    }
    expect((await list(name, { limit: '1' })).body).toHaveLength(1)
    expect((await list(name, { limit: '500' })).status).toBe(200)
  })

  test('has at most 100 by default', async () => {
    expect((await list('listProducts', {})).body).toHaveLength(100)
    expect((await list('listProducts', { limit: '500' })).body.length).toBeGreaterThan(100)
  })

  describe.each(lists)('%s', (name) => {
    test.each([{ limit: '100' }, { limit: '500' }, {}])(
      'has a Link to the next page while there are more rows: %o',
      async (query: Record<string, string>) => {
        const seen: string[] = []
        const idsOf = (body: { _id: string }[]) => body.map((one) => one._id)
        const first = await list(name, query)
        let { body, headers } = first
        for (;;) {
          expect(body).toHaveLength(Math.min(Number(query.limit ?? 100), body.length))
          seen.push(...idsOf(body))
          const next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
          if (next === undefined) break
          expect(body).toHaveLength(Number(query.limit ?? 100))
          const { pathname, search, origin, searchParams } = new URL(next)
          expect([origin, searchParams.get('limit')]).toEqual([world.store.url, query.limit ?? null])
          ;({ body, headers } = await readerOf(name).call('GET', pathname + search))
        }
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.length).toBeGreaterThan(500)
        expect(seen.slice(0, first.body.length)).toEqual(idsOf(first.body))
      },
    )

    test('has no Link on a page that ends the list exactly', async () => {
      const rows: { _id: string }[] = (await list(name, { limit: '500' })).body
      const rest = (await list(name, { limit: '500', after: rows.at(-1)?._id ?? '' })).body.length
      const last = await list(name, { limit: String(rest), after: rows.at(-1)?._id ?? '' })
      expect(last.body).toHaveLength(rest)
      expect(last.headers.has('link')).toBe(false)
    })
  })

  test('keeps its filters in the Link, drops what the call does not know, and takes no text from it', async () => {
    const path = '/products?limit=2&x=%3E%3B%20rel%3D%22next%22&limit=3&after='
    expectProblem(await reader.call('GET', path), 422)
    const { headers } = await reader.call('GET', '/orders?status=unpaid&q=b&limit=2&x=%3E%0D%0Aa:b')
    const link = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
    expect([...new URL(link).searchParams.keys()]).toEqual(['status', 'q', 'limit', 'after'])
  })

  test('is read to its end by its Links while rows are added', async () => {
    const expected: string[] = []
    const read: string[] = []
    let address = '/products?limit=100'
    while (address !== '') {
      const { body, headers } = await reader.call('GET', address)
      read.push(...body.map((one: { _id: string }) => one._id))
      if (expected.length === 0)
        for (let after = ''; ; after = `&after=${expected.at(-1)}`) {
          const page = (await reader.call('GET', `/products?limit=500${after}`)).body
          expected.push(...page.map((one: { _id: string }) => one._id))
          if (page.length < 500) break
        }
      await stockProduct(world.store)
      const link = /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
      address = link ? link.slice(world.store.url.length) : ''
    }
    expect(read).toEqual(expected)
  })

  test('continues after the last row seen, even when that row has been deleted', async () => {
    const [first, second, third] = (await list('listProducts', { limit: '3' })).body
    expect((await world.admin.call('DELETE', `/product/${second._id}`)).status).toBe(200)
    const next = (await list('listProducts', { limit: '1', after: second._id })).body
    expect(next[0]._id).toBe(third._id)
    expect((await list('listProducts', { limit: '2' })).body.map((p: { _id: string }) => p._id)).toEqual([
      first._id,
      third._id,
    ])
  })

  test('refuses a cursor that is not an id', async () => {
    for (const name of ['listProducts', 'listReviews', 'listOrders', 'listOwnOrders', 'listAudit'] as const)
      expectProblem(await list(name, { after: 'x' }), 422)
  })
})
