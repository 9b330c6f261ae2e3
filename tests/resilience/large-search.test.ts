import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { EXACT_MATCHES, PAGE_SIZE, searchProducts } from '#domain/search/search-products.server.ts'
import { suggest } from '#domain/search/suggest.server.ts'
import { insertLargeStore } from '../support/insert-large-store.ts'
import { stockProduct } from '../support/orders.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

// More products than are counted exactly. All descriptions are the same, each name has one of 11 kinds and one of 7 qualities.
const PRODUCTS = 2 * EXACT_MATCHES + 1_000

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await stockProduct(store, { name: 'Bolt' })
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  await client.query(`update products set about = 'Made to last, ceramic.'`)
  await insertLargeStore(client, { products: PRODUCTS, people: 10, orders: 10, reviews: 1 })
  await client.end()
}, 120_000)
afterAll(() => store.close())

const search = (query: object) => searchProducts(store.shop, { page: 1, ...query })

test('the whole store is counted exactly', async () => {
  const page = await search({})
  expect(page).toMatchObject({ totalIsExact: true })
  expect(page.total).toBeGreaterThan(PRODUCTS)
  expect(page.facets.categories).toHaveLength(40)
})

test('a word in most descriptions counts in names only', async () => {
  const page = await search({ q: 'ceramic' })
  expect(page).toMatchObject({ total: Math.floor(PRODUCTS / 7), totalIsExact: true })
  expect(page.products.every(({ name }) => name.startsWith('Ceramic'))).toBe(true)
  expect(page.facets.categories[0]).toMatchObject({ count: null })
})

test('a word in most descriptions and in no name finds more than are counted, newest first', async () => {
  const page = await search({ q: 'made to last' })
  expect(page).toMatchObject({ total: EXACT_MATCHES, totalIsExact: false })
  expect(page.products).toHaveLength(PAGE_SIZE)
  const next = await search({ q: 'made to last', page: 2 })
  expect(new Set([...page.products, ...next.products].map(({ _id }) => _id)).size).toBe(2 * PAGE_SIZE)
})

test('a filter makes it few enough to count', async () => {
  const page = await search({ q: 'last', brand: 'Brand 7', sort: 'price' })
  expect(page).toMatchObject({ total: Math.floor(PRODUCTS / 300), totalIsExact: true })
  const prices = page.products.map(({ price }) => price)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})

test('pages after the last possible one are the last', async () => {
  const [last, beyond] = await Promise.all([search({ page: 417 }), search({ page: 4_000 })])
  expect(beyond.products).toEqual(last.products)
  expect(last.products).toHaveLength(PAGE_SIZE)
})

test('suggestions for a number that many parts begin with look those up, and not in an index of all parts', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const suggestions = await suggest(store.shop, 'BG-1')
  const calls: readonly unknown[][] = sent.mock.calls
  const statements = calls.map(([query]) => query as { text?: string; values?: unknown[] })
  sent.mockRestore()
  expect(suggestions.filter(({ kind }) => kind === 'part')).toHaveLength(4)

  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  const plans: string[] = []
  for (const { text = '', values } of statements)
    if (/^\s*(with|select)/i.test(text))
      plans.push(JSON.stringify((await client.query(`explain (format json) ${text}`, values)).rows))
  await client.end()
  expect(plans.filter((plan) => plan.includes('"products_pkey"'))).not.toEqual([])
  expect(plans.filter((plan) => plan.includes('"products_newest"'))).toEqual([])
})
