import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls, type CallName } from '#contract/calls.ts'
import { openFixture, keysOf, send, type Fixture } from '../../tests/support/call-samples.ts'
import { order, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { type User } from '../../tests/support/users.ts'

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
    for (let i = 0; i < 7; i += 1) await order(world.owner, productId)
    // Created at the same moment: the id decides their order.
    const product = await world.store.db
      .selectFrom('products')
      .selectAll()
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
    const { id: _, ...columns } = product
    await world.store.db
      .insertInto('products')
      .values(Array.from({ length: 110 }, (__, i) => ({ ...columns, name: `Bolt ${i}` })))
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
        Array.from({ length: 9 }, (__, i) => ({
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
        Array.from({ length: 9 }, (__, i) => ({
          id: `${i}`,
          email: `${i}@people.test`,
          name: 'Newt',
          ...unset,
        })),
      )
      .execute()
    await world.store.db
      .insertInto('search_synonyms')
      .values(Array.from({ length: 9 }, (__, i) => ({ phrases: [`bolt ${i}`, `screw ${i}`] })))
      .execute()
    await world.store.db
      .insertInto('missed_searches')
      .values(
        Array.from({ length: 9 }, (__, i) => ({
          day: '2026-11-23',
          words: `gizmo ${i}`,
          searches: 1 + (i % 3),
        })),
      )
      .execute()
    await world.store.db
      .insertInto('imports')
      .values(
        Array.from({ length: 9 }, (__, i) => ({
          kind: 'products' as const,
          file_name: `parts-${i}.csv`,
          options: JSON.stringify({}),
          created_by: account.id,
          created_at,
        })),
      )
      .execute()
    await world.store.db
      .insertInto('dead_letters')
      .values(
        Array.from({ length: 9 }, (__, i) => ({
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
    await world.store.shop.publishChange('products')
    await world.store.shop.publishChange('reviews')
  })

  const list = (name: CallName, query: Record<string, string>) =>
    send(world.store, name, { params: { email: world.owner.email, id: productId }, query }, reader.token)

  test('is what these calls return', () => {
    expect(lists.map(([name]) => name).toSorted()).toEqual([
      'listAccounts',
      'listAudit',
      'listDeadLetters',
      'listImports',
      'listManagedProducts',
      'listManagedReviews',
      'listMissedSearches',
      'listOrders',
      'listOwnOrders',
      'listProducts',
      'listReviews',
      'listStockMovements',
      'listSynonyms',
    ])
  })

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

  test.each(lists)('%s is read page by page without gaps or repeats', async (name) => {
    const expected: string[] = (await list(name, { limit: '500' })).body.map(
      (one: { _id: string }) => one._id,
    )
    expect(expected.length).toBeGreaterThan(2)
    const size = Math.max(2, Math.ceil(expected.length / 8))
    const read: string[] = []
    for (;;) {
      const after = read.at(-1)
      const page = (await list(name, { limit: String(size), ...(after && { after }) })).body
      if (page.length === 0) break
      read.push(...page.map((one: { _id: string }) => one._id))
    }
    expect(read).toEqual(expected)
    expect(new Set(read).size).toBe(read.length)
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
