import { stockState, type Product, type StockState } from '#domain/products/product.ts'

/** What a product card shows. `price` is dollars per piece, `minOrder` pieces. */
export type ProductCardView = Pick<
  Product,
  'picture' | 'name' | 'price' | 'minOrder' | 'available' | 'partNumber'
> & {
  id: string
  stock: StockState
}

/** For server loaders: sends the page no more of a product than its card shows, and keeps the schemas out of the browser. */
export function productCardView(product: Product): ProductCardView {
  const { _id, picture, name, price, minOrder, available, partNumber } = product
  return { id: _id, picture, name, price, minOrder, available, partNumber, stock: stockState(product) }
}
