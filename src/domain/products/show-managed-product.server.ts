import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { fitmentsOf } from './list-fitments.server.ts'
import type { ManagedProductWithFits } from './product.ts'
import { findManagedProduct, toManagedProduct } from './product-queries.server.ts'
import { NO_SUCH_PRODUCT } from './show-product.server.ts'

/** One product, hidden or on sale, with the vehicles it fits. Who may: admins. Refused: not_found. */
export async function showManagedProduct(shop: Shop, id: string): Promise<Outcome<ManagedProductWithFits>> {
  const row = await findManagedProduct(shop.db, id)
  if (!row) return refused('not_found', NO_SUCH_PRODUCT)
  return ok({ ...toManagedProduct(row), fits: await fitmentsOf(shop.db, row.id) })
}
