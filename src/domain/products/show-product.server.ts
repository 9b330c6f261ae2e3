import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { BrowsingShop } from '../shop.ts'
import type { Product } from './product.ts'
import { findProduct, toProduct } from './product-queries.server.ts'

/** The message for a product that is not, or no longer, on sale. */
export const NO_SUCH_PRODUCT = 'This part is no longer sold, or never was.'

/** One product. Who may: signed-in customers. Refused: not_found, also for deleted and hidden products and malformed ids. */
export async function showProduct(shop: BrowsingShop, id: string): Promise<Outcome<Product>> {
  const row = await findProduct(shop.db, id)
  return row ? ok(toProduct(row)) : refused('not_found', NO_SUCH_PRODUCT)
}
