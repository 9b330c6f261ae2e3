import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toFitment } from '#demo/data/demo-fitment.ts'
import { demoProducts } from '#demo/data/demo-products.ts'
import { insertProduct } from '#domain/products/add-product.server.ts'
import { dollarsFromCents } from '#domain/shared/money.ts'
import { importSynonyms } from '#server/seed/synonyms/import-synonyms.ts'
import { seedVehicles } from '#server/seed/vehicles/import-vehicles.ts'
import { insertPicture, PICTURE } from '../../tests/support/add-product.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller } from '../../tests/support/users.ts'

const FILE = new URL('../../tests/support/trade-searches.txt', import.meta.url)

/** Each search, and the pattern of its first part. */
const searches: [q: string, pattern: string][] = []
let pattern = ''
for (const line of readFileSync(FILE, 'utf8').trimEnd().split('\n'))
  if (line.startsWith('= ')) pattern = line.slice(2)
  else if (!line.startsWith('#')) searches.push([line, pattern])

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await Promise.all([importSynonyms(store.db), seedVehicles(store.db), insertPicture(store)])
  for (const { fitments, priceCents, unit = 'piece', ...product } of demoProducts)
    await insertProduct(store.db, null, {
      ...product,
      unit,
      picture: PICTURE,
      price: dollarsFromCents(priceCents),
      fits: fitments.map(toFitment),
    })
  store.shop.publishChange('products')
})
afterAll(() => store.close())

const search = async (q: string) =>
  (await caller(store)('GET', `/catalogue/search?q=${encodeURIComponent(q)}&limit=1`)).body

test('the table has at least 250 different searches', () => {
  expect(new Set(searches.map(([q]) => q)).size).toBeGreaterThan(250)
})

test.each(searches)('%s finds %s', async (q, wanted) => {
  const { items, corrected } = await search(q)
  const [first] = items
  const found = first
    ? [first.name, first.brand, first.category, first.partNumber, first.fit?.verdict].join(' | ')
    : `nothing${corrected ? ` for ${corrected}` : ''}`
  expect(found).toMatch(new RegExp(wanted))
})
