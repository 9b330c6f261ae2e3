import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { BrowsingShop, Shop } from '../shop.ts'
import { MAX_FITMENTS } from '../vehicles/fitment.ts'
import { pageOfFitments } from './list-fitments.server.ts'
import { readPartFacts } from './part-facts.server.ts'
import {
  findManagedProduct,
  findShownProduct,
  NO_SUCH_PRODUCT,
  toManagedProduct,
  toShownProduct,
} from './product-queries.server.ts'
import type { ManagedProductWithFits, ShownProduct } from './product.ts'
import { readSpecificationFields } from './specification-fields.server.ts'

/**
 * One product. Access: signed-in customers. Refusals: not_found, including for deleted and hidden products
 * and malformed ids.
 */
export async function showProduct(shop: BrowsingShop, id: string): Promise<Outcome<ShownProduct>> {
  const row = await findShownProduct(shop.db, id)
  return row ? ok(toShownProduct(row)) : refused('not_found', NO_SUCH_PRODUCT)
}

/** One product, hidden or on sale, with the first vehicles it fits. Access: admins. Refusals: not_found. */
export async function showManagedProduct(
  shop: Pick<Shop, 'db'>,
  id: string,
): Promise<Outcome<ManagedProductWithFits>> {
  const row = await findManagedProduct(shop.db, id)
  if (!row) return refused('not_found', NO_SUCH_PRODUCT)
  const { fitments, total } = await pageOfFitments(shop, row.id, { page: 1, size: MAX_FITMENTS })
  const facts = await readPartFacts(shop.db, row, await readSpecificationFields(shop.db))
  return ok({ ...toManagedProduct(row), ...facts, fits: fitments, fitsTotal: total })
}
