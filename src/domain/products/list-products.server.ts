import type { Shop } from '../shop.ts'
import type { ListProductsQuery, Product } from './product.ts'
import { selectNewestProducts, toProduct } from './product-queries.server.ts'

/** Products on sale, newest first. Who may: everyone. `limit` ≤ 500; `after`: the _id of the last one returned. */
export async function listProducts(shop: Shop, query: ListProductsQuery): Promise<Product[]> {
  return (await selectNewestProducts(shop.db, query)).map(toProduct)
}
