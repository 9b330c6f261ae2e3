import type { Product } from '#domain/products/product.ts'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import { parseNumber } from '../../ui/parse-number.ts'

/** An empty form; the vehicles are loaded separately. */
export const emptyProduct = {
  picture: '',
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
}

/**
 * The fields of the product form as text. `fits` is the list of vehicles as JSON, so that it is saved and
 * compared like the others.
 */
export type ProductTexts = typeof emptyProduct & { fits: string }
export type ProductField = keyof ProductTexts

/** A product as form values; the vehicles are loaded separately. */
export function productTexts(product: Product): typeof emptyProduct {
  const { picture, name, about, unit, brand, category, partNumber } = product
  return {
    picture,
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
  }
}

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
  }
}

const readPrice = (text: string) => parseNumber(text.replace(/^\s*\$/, ''))

/** A list of vehicles as a form value; null: they failed to load, or are too many for the form. */
export function fitsText(fits: readonly Fitment[] | null): string {
  return JSON.stringify(fits)
}

/** The vehicles in a form value; null as in `fitsText`. */
export function parseFits({ fits }: Pick<ProductTexts, 'fits'>): Fitment[] | null {
  return JSON.parse(fits) as Fitment[] | null
}
