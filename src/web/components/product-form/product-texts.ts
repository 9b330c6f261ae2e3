import type { PartFacts, Product } from '#domain/products/product.ts'
import { NUMBER_FIELDS } from '#domain/products/replaced-numbers.ts'
import type { SpecificationValue } from '#domain/products/specification.ts'
import { withoutDollarSign } from '#domain/shared/money.ts'
import { readWeight, weightText } from '#domain/shared/weight.ts'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import { parseNumber } from '../../ui/parse-number.ts'

/** An empty form; the vehicles are loaded separately. */
export const emptyProduct = {
  picture: '',
  morePictures: '',
  name: '',
  about: '',
  price: '',
  listPrice: '',
  available: '',
  minOrder: '',
  unit: '',
  brand: '',
  category: '',
  partNumber: '',
  condition: 'new',
  gtin: '',
  oeNumbers: '',
  otherNumbers: '',
  oldNumbers: '',
  specifications: '[]',
  weightGrams: '',
  oversize: 'no',
  dangerous: 'no',
  coreDeposit: '',
  taxed: 'yes',
  returnable: 'yes',
  bin: '',
}

/**
 * The fields of the product form as text. `fits` and `specifications` are JSON, so that they are saved and
 * compared like the others.
 */
export type ProductTexts = typeof emptyProduct & { fits: string }
export type ProductField = keyof ProductTexts

type StoredProduct = Omit<Product, keyof PartFacts> &
  Omit<PartFacts, 'condition'> &
  Pick<Product, 'condition'>

/** A product as form values; the vehicles are loaded separately. */
export function productTexts(product: StoredProduct): typeof emptyProduct {
  const { picture, name, about, unit, brand, category, partNumber } = product
  return {
    picture,
    morePictures: product.morePictures,
    name,
    about,
    unit,
    brand,
    category,
    partNumber,
    price: priceText(product.price),
    listPrice: product.listPrice === undefined ? '' : priceText(product.listPrice),
    available: String(product.available),
    minOrder: String(product.minOrder),
    condition: product.condition ?? 'new',
    gtin: product.gtin,
    oeNumbers: product.oeNumbers,
    otherNumbers: product.otherNumbers,
    oldNumbers: product.oldNumbers,
    specifications: specificationsText(product.specifications),
    weightGrams: product.weightGrams === null ? '' : weightText(product.weightGrams),
    oversize: yesOrNo(product.oversize),
    dangerous: yesOrNo(product.dangerous),
    coreDeposit: product.coreDeposit === 0 ? '' : priceText(product.coreDeposit),
    taxed: yesOrNo(product.taxed),
    returnable: yesOrNo(product.returnable),
    bin: product.bin,
  }
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

/** 38.9 becomes "38.90", 829 stays "829". */
function priceText(price: number): string {
  return Number.isInteger(price) ? String(price) : price.toFixed(2)
}

/**
 * Converts form values to the schema's input. Numbers are parsed strictly: nothing is truncated or rounded.
 */
export function productInput(texts: ProductTexts) {
  return {
    ...texts,
    price: readPrice(texts.price),
    listPrice: texts.listPrice.trim() === '' ? null : readPrice(texts.listPrice),
    available: parseNumber(texts.available),
    minOrder: parseNumber(texts.minOrder),
    fits: parseFits(texts),
    specifications: parseSpecifications(texts),
    weightGrams: texts.weightGrams.trim() === '' ? null : (readWeight(texts.weightGrams) ?? Number.NaN),
    oversize: texts.oversize === 'yes',
    dangerous: texts.dangerous === 'yes',
    coreDeposit: texts.coreDeposit.trim() === '' ? 0 : readPrice(texts.coreDeposit),
    taxed: texts.taxed === 'yes',
    returnable: texts.returnable === 'yes',
  }
}

/** Unchanged numbers are not sent: a file may have given the part more than the form can. */
export function withoutUnchangedNumbers(texts: ProductTexts, initial: ProductTexts) {
  const same = NUMBER_FIELDS.filter((field) => texts[field] === initial[field])
  return Object.fromEntries(same.map((field) => [field, undefined]))
}

/** The specifications as a form value, in the order of their fields. */
export function specificationsText(values: readonly SpecificationValue[]): string {
  const given = values.filter(({ value }) => value !== '')
  return JSON.stringify(given.toSorted((a, b) => Number(a.field) - Number(b.field)))
}

export function parseSpecifications({
  specifications,
}: Pick<ProductTexts, 'specifications'>): SpecificationValue[] {
  return JSON.parse(specifications) as SpecificationValue[]
}

const readPrice = (text: string) => parseNumber(withoutDollarSign(text))

/** A list of vehicles as a form value; null: they failed to load, or are too many for the form. */
export function fitsText(fits: readonly Fitment[] | null): string {
  return JSON.stringify(fits)
}

/** The vehicles in a form value; null as in `fitsText`. */
export function parseFits({ fits }: Pick<ProductTexts, 'fits'>): Fitment[] | null {
  return JSON.parse(fits) as Fitment[] | null
}
