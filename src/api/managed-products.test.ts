import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User
const ids: Record<string, string> = {}

beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
  customer = await signIn(store)
  const products = {
    full: { name: 'quill B', price: 9, available: 90, minOrder: 4 },
    low: { name: 'Quill A', price: 30, available: 5, minOrder: 2, category: 'Wexford' },
    lowest: { name: 'Quill C', price: 20, available: 1, minOrder: 2 },
    out: { name: 'Quill D', price: 20, available: 0, minOrder: 6, category: 'Wexford' },
    hidden: { name: 'Quill E', price: 1, available: 90, minOrder: 1, hidden: true },
  }
  for (const [key, product] of Object.entries(products)) ids[key] = await stockProduct(store, product)
})
afterAll(() => store.close())

const keyOf = (id: string) => Object.keys(ids).find((key) => ids[key] === id) ?? id
const get = (path: string, query: Record<string, string>) =>
  admin.call('GET', `${path}?${new URLSearchParams(query)}`)
const listed = async (query: Record<string, string>) => {
  const { body } = await get('/products/all', query)
  return (body as { _id: string }[]).map(({ _id }) => keyOf(_id))
}

test('admins list the parts of one status: in stock, low, sold out or hidden', async () => {
  expect(await listed({ status: 'in' })).toEqual(['full'])
  expect(await listed({ status: 'low' })).toEqual(['lowest', 'low'])
  expect(await listed({ status: 'out' })).toEqual(['out'])
  expect(await listed({ status: 'hidden' })).toEqual(['hidden'])
  expect(await listed({ status: 'low', q: 'wexford' })).toEqual(['low'])
  expect(await listed({ status: 'out', category: 'Wexford' })).toEqual(['out'])
  const refused = await get('/products/all', { status: 'gone' })
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'status'])
})

test.each([
  ['name', ['low', 'full', 'lowest', 'out', 'hidden']],
  ['-price', ['low', expect.any(String), expect.any(String), 'full', 'hidden']],
  ['available', ['out', 'lowest', 'low', expect.any(String), expect.any(String)]],
  ['-minOrder', ['out', 'full', expect.any(String), expect.any(String), 'hidden']],
  ['shelf', ['out', expect.any(String), expect.any(String), 'full', 'hidden']],
  ['-shelf', ['hidden', 'full', expect.any(String), expect.any(String), 'out']],
])('admins sort parts by %s, the same page by page and in a search', async (sort, expected) => {
  const all = await listed({ sort })
  expect(all).toEqual(expected)
  for (const search of [{}, { q: 'quill' }]) {
    const pages: string[] = []
    for (;;) {
      const last = pages.at(-1)
      const page = await listed({ sort, limit: '2', ...search, ...(last && { after: ids[last] ?? '' }) })
      if (page.length === 0) break
      pages.push(...page)
    }
    expect(pages).toEqual(all)
  }
})

test('parts are counted by status, of a search, a brand or a category', async () => {
  const counted = async (query: Record<string, string>) => (await get('/products/counts', query)).body
  expect(await counted({})).toEqual({ all: 5, in: 1, low: 2, out: 1, hidden: 1 })
  expect(await counted({ q: 'quill' })).toEqual({ all: 5, in: 1, low: 2, out: 1, hidden: 1 })
  expect(await counted({ q: 'wexf quill' })).toEqual({ all: 2, in: 0, low: 1, out: 1, hidden: 0 })
  expect(await counted({ category: 'Wexford' })).toEqual({ all: 2, in: 0, low: 1, out: 1, hidden: 0 })
  expect(await counted({ brand: 'None' })).toEqual({ all: 0, in: 0, low: 0, out: 0, hidden: 0 })
  for (const q of ['%', ':*', 'zzyzx']) expect(await counted({ q }), q).toMatchObject({ all: 0, hidden: 0 })
  expectProblem(await customer.call('GET', '/products/counts'), 403, 'forbidden')
})

test('an unknown sort order is refused', async () => {
  const { status, body } = await get('/products/all', { sort: 'secret' })
  expect([status, body.errors[0].field]).toEqual([422, 'sort'])
})
