import type { BrowsingShop, Shop } from '../shop.ts'
import {
  selectManagedProducts,
  selectNewestProducts,
  toManagedProduct,
  toProduct,
} from './product-queries.server.ts'
import type { ListManagedProductsQuery, ListProductsQuery, ManagedProduct, Product } from './product.ts'

/**
 * Products on sale, newest first. Access: everyone. `limit` ≤ 500; `after`: the _id of the last one returned.
 */
export async function listProducts(shop: BrowsingShop, query: ListProductsQuery): Promise<Product[]> {
  return (await selectNewestProducts(shop.db, query).where('hidden', '=', false).execute()).map(toProduct)
}

/**
 * All products, hidden ones included, newest first. Access: admins. `limit` and `after` as above;
 * searchManagedProducts searches by words.
 */
export async function listManagedProducts(
  shop: Shop,
  query: Omit<ListManagedProductsQuery, 'q'>,
): Promise<ManagedProduct[]> {
  return (await selectManagedProducts(shop.db, query).execute()).map(toManagedProduct)
}
