import { ok, type Outcome, refused } from '../outcome.ts'
import type { Shop } from '../shop.ts'
import type { Fitment } from '../vehicles/fitment.ts'
import { engineKey } from '../vehicles/vehicle.ts'
import { findProduct } from './product-queries.server.ts'
import { NO_SUCH_PART } from './show-product.server.ts'

/** The vehicles that a part fits, by make, model and year. Who may: everybody. Refused: not_found, as at showing a part. */
export async function listFitments(shop: Shop, productId: string): Promise<Outcome<Fitment[]>> {
  const product = await findProduct(shop.db, productId)
  if (!product) return refused('not_found', NO_SUCH_PART)
  const rows = await shop.db
    .selectFrom('fitments')
    .selectAll()
    .where('product_id', '=', product.id)
    .orderBy('make')
    .orderBy('model')
    .orderBy('year_from')
    .orderBy('year_to')
    .orderBy('displacement_l', (by) => by.asc().nullsFirst())
    .orderBy('cylinders')
    .execute()
  return ok(
    rows.map(({ displacement_l: displacementL, cylinders, ...row }) => ({
      make: row.make,
      model: row.model,
      yearFrom: row.year_from,
      yearTo: row.year_to,
      engine: displacementL === null && cylinders === null ? null : engineKey({ displacementL, cylinders }),
    })),
  )
}
