import { stockState, type Product, type StockState } from '#domain/products/product.ts'

/** What a product card shows. `price` is in dollars per piece, `minOrder` in pieces. */
export type ProductCardView = Pick<
  Product,
  'picture' | 'name' | 'price' | 'minOrder' | 'available' | 'partNumber'
> & {
  id: string
  stock: StockState
}

/** For server loaders: sends only what the card shows, and leaves the schemas out of the browser bundle. */
export function productCardView(product: Product): ProductCardView {
  const { _id, picture, name, price, minOrder, available, partNumber } = product
  return { id: _id, picture, name, price, minOrder, available, partNumber, stock: stockState(product) }
}
