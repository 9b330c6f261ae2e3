import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockProduct } from '../../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { queryWords } from './query-words.ts'
import { searchProducts } from './search-products.server.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test.each([
  'Lug Nut M12x1.5 Chrome',
  'Wheel Stud M6x1.0x20',
  'Alloy Rim 17x7.5 ET45',
  'Hub 5x114.3 Forged',
  'Fluid DOT5.1 Liter',
  'Spacer +25.4mm',
  'Shim 2.3x4.5 Steel',
  'Valve v1.2.3 Kit',
  'Fuse 7.5V Mini',
  'Mount 1.8L Left',
  'Mr.Gasket Header',
  'Cleaner Nr.5 Spray',
  'Cover,Seal.Washer',
  'Clip&amp;Nut Assortment',
  'Hose www.hose.example',
  'Link sales@link.example',
  'Масляный фильтр',
  'Тёплый щит',
  'ブレーキパッド が',
  '브레이크 각',
  'ब्रेक पैड',
  'ผ้าเบรก หน้า',
  'مُرَشِّح زيت',
  'Größe für Élevée',
])('a part is found by its complete name, and by each word of it: %s', async (name) => {
  const id = await stockProduct(store, { name })
  for (const q of [name, name.normalize('NFD'), ...queryWords(name)]) {
    const { products, corrected } = await searchProducts(store.shop.browsing, { q, page: 1, isExact: true })
    expect(corrected).toBeUndefined()
    expect(
      products.map(({ _id }) => _id),
      q,
    ).toContain(id)
  }
})
