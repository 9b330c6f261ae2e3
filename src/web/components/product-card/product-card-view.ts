import { pictureOrDrawing } from '#domain/products/category-drawing.ts'
import { stockState, type Product, type StockState } from '#domain/products/product.ts'
import { specificationText } from '#domain/products/specification-text.ts'
import type { ShownSpecification } from '#domain/products/specification.ts'

/**
 * The data of a product card. `picture` is that of `pictureOrDrawing`. `price` is in dollars per `unit`;
 * `minOrder` counts units.
 */
export type ProductCardView = Pick<
  Product,
  'slug' | 'picture' | 'name' | 'price' | 'listPrice' | 'minOrder' | 'unit' | 'partNumber' | 'brand'
> & {
  id: string
  stock: StockState
  /** The first specifications: "Thickness 16.8 mm · Material Ceramic". */
  specifications?: string
  /** A part that is not new. */
  condition?: Exclude<Product['condition'], undefined>
  /** Units. A list states it only when it is less than the minimum order. */
  available?: number
}

/**
 * Reduces a product to what the card shows. For server loaders, to keep the schemas out of the browser
 * bundle.
 */
export function productCardView(
  product: Omit<Product, 'about'> & {
    specifications?: readonly ShownSpecification[] | undefined
  },
): ProductCardView {
  const { _id, slug, name, price, listPrice, minOrder, unit, available, partNumber, brand } = product
  const stock = stockState(product)
  return {
    id: _id,
    slug,
    picture: pictureOrDrawing(product),
    name,
    price,
    ...(listPrice !== undefined && { listPrice }),
    minOrder,
    unit,
    partNumber,
    brand,
    stock,
    ...(product.condition && { condition: product.condition }),
    ...(product.specifications && { specifications: lineOf(product.specifications) }),
    ...(stock === 'below_minimum' && { available }),
  }
}

/** Characters of the specifications on a line with the number and the brand. */
const MAX_LINE = 40

/** "Thickness 16.8 mm · Material Ceramic": as many of the first ones as fit the line. */
function lineOf(specifications: readonly ShownSpecification[]): string {
  let line = ''
  for (const one of specifications) {
    const longer = [line, `${one.name} ${specificationText(one)}`].filter(Boolean).join(' · ')
    if (longer.length > MAX_LINE) break
    line = longer
  }
  return line
}
