import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockProduct } from '../../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { searchWords } from './query-words.ts'
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
  for (const q of [name, name.normalize('NFD'), ...searchWords(name)]) {
    const { products, corrected } = await searchProducts(store.shop.browsing, { q, page: 1, isExact: true })
    expect(corrected).toBeUndefined()
    expect(
      products.map(({ _id }) => _id),
      q,
    ).toContain(id)
  }
})

test.each([
  [
    'Rotor, 282 mm, 5 × 114.3',
    ['5x114.3', '5 x 114.3', '5X114.3', '5×114.3', '5*114.3', '282mm', '282 MM', 'rotor 5x114.3 282mm'],
  ],
  ['Oil Filter, M22 x 1.5', ['M22x1.5', 'm22 x 1.5', 'M22×1.5', 'M22 × 1.5', 'M22-1.5', 'm22x1,5']],
  ['Wheel 17x7 ET45', ['17x7', '17 x 7', '17×7', '17X7 wheel']],
  ['Blade 26 in', ['26"', '26in', '26 inch', '26-inch', '26 inches', "26''", '26 ”', '26”']],
  ['Blade 22" Hybrid', ['22 in', '22inch', '22"']],
  ['Engine Oil 5W-30, 1,5 L', ['5w30', '5W-30', '5w 30', '5w-30 oil', '1.5l', '1.5 L', '1,5l', '1,5 L']],
  ['Bulb 12V 55W', ['12v', '12 V', '12v 55w', '55 w', '12v 55w bulb']],
  ['Alternator, 145 A', ['145 amp', '145amps alternator', '145-amp', '145a']],
  ['Engine Oil, 4 Liter', ['4l', '4 L oil', '4 litres', '4-liter oil']],
  ['Battery 70Ah', ['70 ah', '70ah', '70 Ah battery']],
])('the sizes of %s are found in every spelling', async (name, spellings) => {
  const id = await stockProduct(store, { name })
  for (const q of spellings) {
    const { products, corrected } = await searchProducts(store.shop.browsing, { q, page: 1, isExact: true })
    expect(corrected, q).toBeUndefined()
    expect(
      products.map(({ _id }) => _id),
      q,
    ).toContain(id)
  }
})

test('a size is found by its whole number', async () => {
  const id = await stockProduct(store, { name: 'Lug Adapter, 5 × 139.7' })
  for (const q of ['5x139', 'adapter 5 x 139', '5×139 adapter'])
    expect(await searchProducts(store.shop.browsing, { q, page: 1, isExact: true }), q).toMatchObject({
      products: [{ _id: id }],
    })
  expect(await searchProducts(store.shop.browsing, { q: '5x138', page: 1 })).toMatchObject({ total: 0 })
})

test.each(['12,5 quernstone', '100,000 quernstone', 'quernstone 12,5'])(
  'a number with a comma is not two parts: %s',
  async (q) => {
    await stockProduct(store, { name: 'Quernbolt 000 5 12 100' })
    expect(await searchProducts(store.shop.browsing, { q, page: 1 })).toMatchObject({ total: 0 })
  },
)

test('other sizes are not found instead', async () => {
  for (const q of ['5x114.4', 'M22x1.25', '18x7', '283mm', '5w40', '24v'])
    expect(await searchProducts(store.shop.browsing, { q, page: 1, isExact: true }), q).toMatchObject({
      total: 0,
    })
})
