import type { BrowsingShop } from '../shop.ts'
import { selectNewestProducts, toProduct } from './product-queries.server.ts'
import type { ListProductsQuery, Product } from './product.ts'

/**
 * Products on sale, newest first. Access: everyone. `limit` ≤ 500; `after`: the _id of the last one returned.
 */
export async function listProducts(shop: BrowsingShop, query: ListProductsQuery): Promise<Product[]> {
  return (await selectNewestProducts(shop.db, query).where('hidden', '=', false).execute()).map(toProduct)
}
