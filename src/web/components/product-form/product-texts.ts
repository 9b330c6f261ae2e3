import type { Product } from '#domain/products/product.ts'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import { readNumber } from '../../ui/read-number.ts'

/** The fields of the product form, as they are typed. `fits` is the list of vehicles as JSON, so that it is kept and compared like the others. */
export type ProductField =
  | 'picture'
  | 'name'
  | 'about'
  | 'price'
  | 'available'
  | 'minOrder'
  | 'brand'
  | 'category'
  | 'partNumber'
  | 'fits'
export type ProductTexts = Record<ProductField, string>

/** The fields of a form with nothing in it; the vehicles are loaded apart. */
export const emptyProduct: Omit<ProductTexts, 'fits'> = {
  picture: '',
  name: '',
  about: '',
  price: '',
  available: '',
  minOrder: '',
  brand: '',
  category: '',
  partNumber: '',
}

/** A product as the form shows it for an edit; the vehicles are loaded apart. */
export function productTexts(product: Product): Omit<ProductTexts, 'fits'> {
  const { picture, name, about, brand, category, partNumber } = product
  return {
    picture,
    name,
    about,
    brand,
    category,
    partNumber,
    // 38.9 dollars is read as $38.90, 829 as $829.
    price: Number.isInteger(product.price) ? String(product.price) : product.price.toFixed(2),
    available: String(product.available),
    minOrder: String(product.minOrder),
  }
}

/** What the schemas of a product take. Numbers are read whole or not at all: nothing typed is cut off or rounded. */
export function productInput(texts: ProductTexts) {
  return {
    ...texts,
    price: readNumber(texts.price.replace(/^\s*\$/, '')),
    available: readNumber(texts.available),
    minOrder: readNumber(texts.minOrder),
    fits: readFits(texts),
  }
}

/** A list of vehicles as the form holds it; null: nobody could load it. */
export function fitsText(fits: readonly Fitment[] | null): string {
  return JSON.stringify(fits)
}

/** The list of vehicles that the form holds. */
export function readFits({ fits }: Pick<ProductTexts, 'fits'>): Fitment[] | null {
  return JSON.parse(fits) as Fitment[] | null
}
