import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { MAX_FITMENTS } from '../vehicles/fitment.ts'
import { pageOfFitments } from './list-fitments.server.ts'
import type { ManagedProductWithFits } from './product.ts'
import { findManagedProduct, toManagedProduct } from './product-queries.server.ts'
import { NO_SUCH_PRODUCT } from './show-product.server.ts'

/** One product, hidden or on sale, with the first vehicles it fits. Who may: admins. Refused: not_found. */
export async function showManagedProduct(shop: Shop, id: string): Promise<Outcome<ManagedProductWithFits>> {
  const row = await findManagedProduct(shop.db, id)
  if (!row) return refused('not_found', NO_SUCH_PRODUCT)
  const { lines, total } = await pageOfFitments(shop, row.id, { page: 1, size: MAX_FITMENTS })
  return ok({ ...toManagedProduct(row), fits: lines, fitsTotal: total })
}
