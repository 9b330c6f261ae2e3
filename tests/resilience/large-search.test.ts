import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { evaluateFits } from '#domain/products/evaluate-fits.server.ts'
import { listManagedProducts } from '#domain/search/list-managed-products.server.ts'
import { EXACT_MATCHES, PAGE_SIZE } from '#domain/search/rank-matches.server.ts'
import { searchProducts } from '#domain/search/search-products.server.ts'
import { suggest } from '#domain/search/suggest.server.ts'
import { insertLargeStore } from '../support/insert-large-store.ts'
import { stockProduct } from '../support/orders.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

// More products than are counted exactly. All descriptions are the same, each name has one of 11 kinds and
// one of 7 qualities.
const PRODUCTS = 2 * EXACT_MATCHES + 1_000
const FITTING = EXACT_MATCHES

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await stockProduct(store, { name: 'Bolt' })
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  await client.query(`update products set about = 'Made to last, ceramic.'`)
  await insertLargeStore(client, { products: PRODUCTS, people: 10, orders: 10, reviews: 1 })
  // Two words: most parts have one of them in their names, and one part has both.
  await client.query(
    `update products set name = name || case when at <= 10400 then ', stainless' else ', sturdy' end
     from (select product_id, row_number() over (order by created_at, product_id) as at from product_search where name <> 'bolt') numbered
     where product_id = id and at <= 20800`,
  )
  await client.query(`update products set name = 'Sturdy stainless bolt' where name = 'Bolt'`)
  // A model that half of the parts fit, some for two engines, and as many lines of other models.
  await client.query(
    `insert into fitments (product_id, make, model, year_from, year_to, displacement_l, cylinders)
     select product_id, make, model, 2001, 2005, displacement_l, cylinders
     from (select product_id from product_search where category <> '' order by product_id limit ${FITTING}) parts,
          (values ('Honda', 'Civic', null, null), ('Ford', 'Focus', 2.0, 4)) line (make, model, displacement_l, cylinders)
     union all select product_id, 'Honda', 'Civic', 2003, 2004, 1.8, 4
     from (select product_id from product_search where category <> '' order by product_id limit 1000) parts`,
  )
  await client.query('vacuum (analyze) product_search, fitments')
  await client.end()
}, 120_000)
afterAll(() => store.close())

const search = (query: object) => searchProducts(store.shop, { page: 1, ...query })

test('all products of the store are counted exactly', async () => {
  const page = await search({})
  expect(page).toMatchObject({ totalIsExact: true })
  expect(page.total).toBeGreaterThan(PRODUCTS)
  expect(page.facets.categories).toHaveLength(40)
})

test('a word that is in most descriptions counts only in names', async () => {
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

test('a filter leaves few enough products to count', async () => {
  const page = await search({ q: 'last', brand: 'Brand 7', sort: 'price' })
  expect(page).toMatchObject({ total: Math.floor(PRODUCTS / 300), totalIsExact: true })
  const prices = page.products.map(({ price }) => price)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})

test('a page beyond the last possible one is the last', async () => {
  const [last, beyond] = await Promise.all([search({ page: 417 }), search({ page: 4_000 })])
  expect(beyond.products).toEqual(last.products)
  expect(last.products).toHaveLength(PAGE_SIZE)
})

/** The result of `ask`, and PostgreSQL's plans of its statements. */
async function explained<T>(ask: () => Promise<T>) {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const result = await ask()
  const calls: readonly unknown[][] = sent.mock.calls
  const statements = calls.map(([query]) => query as { text?: string; values?: unknown[] })
  sent.mockRestore()
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  const plans: { text: string; plan: string }[] = []
  for (const { text = '', values } of statements)
    if (/^\s*(with|select)/i.test(text)) {
      const { rows } = await client.query(`explain (format json) ${text}`, values)
      plans.push({ text, plan: JSON.stringify(rows) })
    }
  await client.end()
  return { result, plans, plansWith: (name: string) => plans.filter(({ plan }) => plan.includes(name)) }
}

/** Suggestions, and how each of the statements for phrases reads its parts. */
async function suggestExplained(q: string) {
  const { result: suggestions, plans, plansWith } = await explained(() => suggest(store.shop, q))
  const ofPhrases = plans
    .filter(({ text }) => text.includes('split_part'))
    .map(({ plan }) => /"(Sample Scan)"/.exec(plan)?.[1])
  return { suggestions, ofPhrases, plansWith }
}

test('admins who look for a common word get the newest parts, and not all parts with it are gathered', async () => {
  const { result, plansWith } = await explained(() =>
    listManagedProducts(store.shop, { q: 'stainl', limit: 12 }),
  )
  expect(result).toHaveLength(12)
  expect(result.every(({ name }) => name.includes('stainless'))).toBe(true)
  expect(plansWith('"product_search_words"')).toEqual([])
})

test('suggestions for the beginning of many part numbers read only those parts, not an index of all parts', async () => {
  const { suggestions, plansWith } = await suggestExplained('BG-1')
  expect(suggestions.filter(({ kind }) => kind === 'part')).toHaveLength(4)
  expect(plansWith('"products_pkey"')).not.toEqual([])
  expect(plansWith('"products_newest"')).toEqual([])
})

test.each([
  'stainl',
  // Its stem has another letter.
  'sturdy',
])('what names with %s begin with is read from some pages, not from all parts with the word', async (q) => {
  const { suggestions, ofPhrases } = await suggestExplained(q)
  const phrases = suggestions.flatMap(({ kind, text }) => (kind === 'words' ? [text] : []))
  expect(phrases).toHaveLength(5)
  expect(new Set(phrases).size).toBe(5)
  for (const phrase of phrases) expect(phrase).toMatch(/^[A-Z][a-z]+/)
  expect(ofPhrases).toEqual(['Sample Scan'])
})

test('suggestions for a popular model read some of its fitments, and look up only their parts', async () => {
  const vehicle = { make: 'Honda', model: 'Civic', year: 2003 }
  const { result, plansWith } = await explained(() => suggest(store.shop, 'stainl', vehicle))
  const verdicts = result.flatMap(({ kind, fit }) => (kind === 'part' ? [fit?.verdict] : []))
  expect(verdicts.slice(0, 4)).toEqual(['fits', 'fits', 'fits', 'fits'])
  const [ofVehicle, ...others] = plansWith('"fitments_by_vehicle"')
  expect(others).toEqual([])
  expect(ofVehicle?.plan).toMatch(
    /"Node Type":"Limit"[^{]*"CTE fitments"[^{]*\{"Node Type":"Index Only Scan"[^{]*"Scan Direction":"Backward"/,
  )
  expect(ofVehicle?.plan).toContain('"product_search_pkey"')
  expect(ofVehicle?.plan).not.toContain('"product_search_words"')
  // Of the verdicts; the vocabulary reads them only for names of vehicles.
  const ofParts = plansWith('"fitments_of_product"').filter(({ text }) => !text.includes('part_words'))
  expect(ofParts).toHaveLength(1)
})

test('a word that is common only in descriptions suggests no names, and most parts are not read for it', async () => {
  const { suggestions, ofPhrases } = await suggestExplained('last')
  expect(suggestions.filter(({ kind }) => kind === 'words')).toEqual([])
  expect(ofPhrases).toEqual(['Sample Scan'])
})

test('two common words that few parts have together suggest the names of these', async () => {
  const { suggestions, ofPhrases } = await suggestExplained('stainless sturdy')
  expect(suggestions.filter(({ kind }) => kind === 'words')).toMatchObject([
    { text: 'Sturdy stainless bolt' },
  ])
  expect(ofPhrases).toEqual(['Sample Scan', undefined])
})

test('a search in a category for a model with thousands of parts counts these, and looks up only the category’s own', async () => {
  const vehicle = { make: 'Honda', model: 'Civic', year: 2003 }
  const category = 'Category 7'
  const { result, plansWith } = await explained(() => search({ vehicle, category }))
  const { facets, total } = result
  expect(facets.categories).toHaveLength(40)
  expect(facets.categories.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(FITTING)
  expect(facets.categories.find(({ name }) => name === category)?.count).toBe(total)
  expect(facets.brands.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(total)
  expect(plansWith('"fitments_by_vehicle"')).toHaveLength(1)
  expect(plansWith('"product_search_of_category"')).toHaveLength(1)
  expect(plansWith('"Merge Join"')).toEqual([])
  expect(plansWith('"Hash Join"')).toEqual([])
})

test('whether parts fit a popular model is read from their own lines, not from all of the model', async () => {
  const { products } = await search({ vehicle: { make: 'Honda', model: 'Civic' } })
  const ids = products.map(({ _id }) => _id)
  const vehicle = { make: 'Honda', model: 'Civic', year: 2003 }
  const { result, plansWith } = await explained(() => evaluateFits(store.shop, ids, vehicle))
  expect(Object.keys(result)).toHaveLength(PAGE_SIZE)
  // Of the verdicts; the vocabulary reads them only for names of vehicles.
  const ofParts = plansWith('"fitments_of_product"').filter(({ text }) => !text.includes('part_words'))
  expect(ofParts).toHaveLength(1)
  expect(plansWith('"fitments_by_vehicle"')).toEqual([])
})
