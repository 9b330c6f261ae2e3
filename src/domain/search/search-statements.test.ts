import { afterAll, beforeAll, expect, test } from 'vitest'
import { toFitment } from '#demo/data/demo-fitment.ts'
import { demoProducts } from '#demo/data/demo-products.ts'
import { importSynonyms } from '#server/seed/synonyms/import-synonyms.ts'
import { seedVehicles } from '#server/seed/vehicles/import-vehicles.ts'
import { insertPicture, PICTURE } from '../../../tests/support/add-product.ts'
import { fewestStatements } from '../../../tests/support/fewest-statements.ts'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { insertProduct } from '../products/add-product.server.ts'
import { dollarsFromCents } from '../shared/money.ts'
import type { ProductSearchQuery } from './rank-matches.server.ts'
import { searchForVehicle } from './search-catalogue.server.ts'
import { suggest } from './suggest.server.ts'

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

const civic = { make: 'Honda', model: 'Civic', year: 2009 }

test.each<[what: string, query: Partial<ProductSearchQuery>, statements: number]>([
  ['nothing', {}, 2],
  ['filters only', { category: 'Brakes', stock: 'in' }, 2],
  ['words', { q: 'brake pads' }, 2],
  ['words and filters', { q: 'brake pads', brand: 'Gripstone', price: '25-50', position: 'front' }, 2],
  ['words for the car', { q: 'i need new brake pads for my car please' }, 2],
  ['a part number', { q: 'DL-BRK-1042' }, 2],
  ['the beginning of a part number', { q: 'DL-BRK' }, 2],
  ['a typo', { q: 'brkae padz' }, 2],
  ['a word that no part has', { q: 'brake pads zzzq' }, 3],
  ['two parts', { q: 'spark plugs and wiper blades' }, 3],
  ['a vehicle', { vehicle: civic }, 2],
  ['a vehicle and a category', { vehicle: civic, category: 'Brakes' }, 2],
  ['words and a vehicle', { q: 'brake pads', vehicle: civic }, 3],
  ['a word that no part of the vehicle has', { q: 'brake pads zzzq', vehicle: civic }, 4],
  ['a vehicle in the words', { q: '2009 honda civic brake pads' }, 3],
  ['a vehicle in words, one of which no part has', { q: '2009 honda civic brake pads zzzq' }, 4],
  ['a vehicle and all others', { vehicle: civic, isForAll: true }, 3],
  ['words for a vehicle and all others', { q: 'brake pads', vehicle: civic, isForAll: true }, 3],
  ['words that no part has, for all vehicles', { q: 'pads zzzq', vehicle: civic, isForAll: true }, 4],
  ['nothing to find', { q: 'xyzzy qwerty plugh' }, 3],
  ['nothing to find with filters', { q: 'brake pads', category: 'None' }, 3],
  ['nothing to find for a vehicle', { q: 'xyzzy pads and qwerty', vehicle: civic, brand: 'None' }, 4],
])('a page of a search for %s takes at most four statements', async (_, query, statements) => {
  const search = () =>
    searchForVehicle(store.shop.browsing, {
      page: 1,
      namesVehicle: true,
      hasOffers: true,
      countsOthers: true,
      ...query,
    })
  const fewest = await fewestStatements(store, search)
  expect(fewest).toBeLessThanOrEqual(4)
  expect(fewest).toBe(statements)
})

test('the next page of a search by words takes as many statements as the first', async () => {
  const first = await searchForVehicle(store.shop.browsing, { q: 'brake', limit: 5, namesVehicle: true })
  const after = JSON.parse(first.next ?? 'null')
  expect(
    await fewestStatements(store, () =>
      searchForVehicle(store.shop.browsing, { q: 'brake', limit: 5, after, namesVehicle: true }),
    ),
  ).toBe(2)
})

test.each([
  ['words', 'brake pads', 2],
  ['a part number', 'DL-BRK-1042', 1],
])('suggestions by %s for a vehicle take few more statements', async (_, q, more) => {
  const suggestFor = (vehicle?: typeof civic) =>
    fewestStatements(store, () => suggest(store.shop.browsing, q, vehicle))
  expect(await suggestFor(civic)).toBe((await suggestFor()) + more)
})
