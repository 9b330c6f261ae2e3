import { stockState, type Product, type StockState } from '#domain/products/product.ts'

/** The data of a product card. `price` is in dollars per `unit`; `minOrder` counts units. */
export type ProductCardView = Pick<
  Product,
  'slug' | 'picture' | 'name' | 'price' | 'listPrice' | 'minOrder' | 'unit' | 'partNumber' | 'brand'
> & {
  id: string
  stock: StockState
  /** Units. A list states it only when it is less than the minimum order. */
  available?: number
}

/**
 * Reduces a product to what the card shows. For server loaders, to keep the schemas out of the browser
 * bundle.
 */
export function productCardView(product: Omit<Product, 'about'>): ProductCardView {
  const { _id, slug, picture, name, price, listPrice, minOrder, unit, available, partNumber, brand } = product
  const stock = stockState(product)
  return {
    id: _id,
    slug,
    picture,
    name,
    price,
    ...(listPrice !== undefined && { listPrice }),
    minOrder,
    unit,
    partNumber,
    brand,
    stock,
    ...(stock === 'below_minimum' && { available }),
  }
}
