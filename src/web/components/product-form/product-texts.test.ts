import { expect, test } from 'vitest'
import { ProductInput } from '#domain/products/product.ts'
import { UNQUALIFIED } from '#domain/vehicles/fitment.ts'
import { parseNumber } from '../../ui/parse-number.ts'
import { emptyProduct, fitsText, productInput, productTexts, type ProductTexts } from './product-texts.ts'

const empty: ProductTexts = { ...emptyProduct, fits: fitsText([]) }
const filled: ProductTexts = {
  ...empty,
  picture: '/images/a.webp',
  name: 'Brake rotor',
  about: 'Vented, 320 mm.',
  price: '89.50',
  available: '12',
  minOrder: '2',
  unit: 'pair',
}

/** The first schema error per field. */
function messages(texts: ProductTexts): Record<string, string> {
  const parsed = ProductInput.safeParse(productInput(texts))
  if (parsed.success) return {}
  return Object.fromEntries(
    parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
  )
}

test('An empty form says which fields are required', () => {
  expect(messages(empty)).toEqual({
    picture: 'Image is Required',
    name: 'Product Name is Required',
    about: 'Product Description is Required',
    price: 'Price is Required',
    available: 'Available Quantity is Required',
    minOrder: 'Minimum Order is Required',
  })
})

test('A price is whole dollars or dollars with cents, with or without a dollar sign', () => {
  for (const [text, dollars] of [
    ['89', 89],
    ['89.5', 89.5],
    ['$1,299.50', 1299.5],
    ['1,299.50 USD', 1299.5],
    [' .75 ', 0.75],
    ['8.29', 8.29],
  ] as const)
    expect(ProductInput.parse(productInput({ ...filled, price: text })).price).toBe(dollars)
})

test('A price with more than two decimals is refused, never truncated or rounded', () => {
  expect(messages({ ...filled, price: '12.505' })).toEqual({ price: 'Price has at most two decimals' })
  expect(messages({ ...filled, price: '12,50' })).toEqual({ price: 'Price must be a number' })
  expect(messages({ ...filled, price: 'twelve' })).toEqual({ price: 'Price must be a number' })
  expect(messages({ ...filled, price: '0' })).toEqual({ price: 'Price must be more than zero' })
})

test('Quantities are whole numbers', () => {
  expect(messages({ ...filled, available: '3.5' })).toEqual({ available: 'Enter a whole number' })
  expect(messages({ ...filled, available: '-1' })).toEqual({
    available: 'Available Quantity cannot be negative',
  })
  expect(messages({ ...filled, available: '1,000', minOrder: '0' })).toEqual({
    minOrder: 'Minimum Order must be at least 1',
  })
})

test('A number is parsed completely or not at all', () => {
  expect(parseNumber('')).toBeUndefined()
  expect(parseNumber('−12')).toBe(-12)
  for (const text of ['-', '.', '1,2', '1e3', '0x10', '12 pieces']) expect(parseNumber(text)).toBeNaN()
})

test('A weight is typed in pounds, ounces, kilograms or grams, or is left empty', () => {
  const weightOf = (text: string) =>
    ProductInput.parse(productInput({ ...filled, weightGrams: text })).weightGrams
  expect(['', '2.5', '2 lb 8 oz', '1.2 kg', '800 g'].map(weightOf)).toEqual([null, 1134, 1134, 1200, 800])
  for (const text of ['heavy', '2,5 lb'])
    expect(messages({ ...filled, weightGrams: text })).toEqual({
      weightGrams: expect.stringMatching(/^Enter a weight such as 2\.5 lb/),
    })
  expect(messages({ ...filled, weightGrams: '1001 kg' })).toEqual({
    weightGrams: 'A weight is at most 1,000 kg, which is 2,204 lb',
  })
})

test('A core deposit is dollars; an empty one is none', () => {
  const depositOf = (text: string) =>
    ProductInput.parse(productInput({ ...filled, coreDeposit: text })).coreDeposit
  expect(['', '$18.00', '0'].map(depositOf)).toEqual([0, 18, 0])
  expect(messages({ ...filled, coreDeposit: '18.005' })).toEqual({
    coreDeposit: 'The core deposit has at most two decimals',
  })
})

test('A product survives a round trip through the form', () => {
  const product = {
    _id: 'p1',
    slug: 'p',
    picture: '/images/a.webp',
    name: 'Rotor',
    about: 'Vented.',
    price: 38.9,
    listPrice: 45.5,
    available: 1440,
    minOrder: 24,
    unit: 'piece',
    brand: 'Gripstone',
    category: 'Brakes',
    partNumber: 'DL-1',
    condition: 'used' as const,
    morePictures: 'https://store.test/a.webp https://store.test/b.webp',
    gtin: '96385074',
    oeNumbers: '45022-SNA-A00',
    otherNumbers: '',
    oldNumbers: 'DL-0',
    specifications: [{ field: '7', value: '16.8' }],
    weightGrams: 1134,
    oversize: false,
    dangerous: true,
    coreDeposit: 18,
    taxed: true,
    returnable: false,
    bin: 'A-12',
  }
  const civic = { make: 'Honda', model: 'Civic', variant: null, yearFrom: 2006, yearTo: 2011, engine: null }
  const fits = [{ ...UNQUALIFIED, ...civic }]
  const { _id: _, slug: __, ...given } = product
  const texts = { ...productTexts(product), fits: fitsText(fits) }
  expect(texts).toMatchObject({ price: '38.90', listPrice: '45.50', weightGrams: '2.5 lb', taxed: 'yes' })
  expect(productInput({ ...texts, listPrice: ' ' }).listPrice).toBeNull()
  expect(ProductInput.parse(productInput(texts))).toEqual({ ...given, fits })
})
