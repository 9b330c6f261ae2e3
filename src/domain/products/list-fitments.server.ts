import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { FitmentsTable } from '#db/schema/vehicles.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { type Fit, type Fitment, fitOf } from '../vehicles/fitment.ts'
import { engineKey, type VehicleQuery } from '../vehicles/vehicle.ts'
import { findProduct } from './product-queries.server.ts'
import { NO_SUCH_PRODUCT } from './show-product.server.ts'

/** The vehicles that a product fits, by make, model and year. Who may: everyone. Refused: not_found. */
export async function listFitments(shop: Shop, productId: string): Promise<Outcome<Fitment[]>> {
  const product = await findProduct(shop.db, productId)
  if (!product) return refused('not_found', NO_SUCH_PRODUCT)
  return ok(await fitmentsOf(shop.db, product.id))
}

/** One page of that list, for a product on sale, and the number of all lines. `page` counts from 1. Who may: everyone. */
export async function pageOfFitments(
  shop: Shop,
  productId: string,
  { page, size }: { page: number; size: number },
): Promise<{ lines: Fitment[]; total: number }> {
  const [lines, { total }] = await Promise.all([
    fitmentsOf(shop.db, productId, { limit: size, offset: (page - 1) * size }),
    shop.db
      .selectFrom('fitments')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow(),
  ])
  return { lines, total }
}

/** The same list for a product id, usable within a transaction. */
export async function fitmentsOf(
  db: Database,
  productId: string,
  rows?: { limit: number; offset: number },
): Promise<Fitment[]> {
  let query = db
    .selectFrom('fitments')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('make')
    .orderBy('model')
    .orderBy('variant', (by) => by.asc().nullsFirst())
    .orderBy('year_from')
    .orderBy('year_to')
    .orderBy('displacement_l', (by) => by.asc().nullsFirst())
    .orderBy('cylinders')
  if (rows) query = query.limit(rows.limit).offset(rows.offset)
  return (await query.execute()).map(toFitment)
}

/**
 * How each product fits the vehicle, whose make and model are chosen; by id, unordered. `engines`: the keys of those it
 * comes with. Who may: everyone.
 */
export async function listFits(
  shop: Shop,
  productIds: readonly string[],
  vehicle: VehicleQuery,
  engines: readonly string[],
): Promise<Record<string, Fit>> {
  if (productIds.length === 0) return {}
  const rows = await shop.db
    .selectFrom('fitments')
    .selectAll()
    .where('product_id', 'in', productIds)
    .where('make', '=', vehicle.make ?? '')
    .where('model', '=', vehicle.model ?? '')
    .execute()
  const fitmentsOf = Map.groupBy(rows, (row) => row.product_id)
  return Object.fromEntries(
    productIds.map((id) => [id, fitOf((fitmentsOf.get(id) ?? []).map(toFitment), vehicle, engines)]),
  )
}

/** A fitment row as the API returns it. */
function toFitment({
  displacement_l: displacementL,
  cylinders,
  ...row
}: Omit<Selectable<FitmentsTable>, 'id'>): Fitment {
  return {
    make: row.make,
    model: row.model,
    variant: row.variant,
    yearFrom: row.year_from,
    yearTo: row.year_to,
    engine: displacementL === null && cylinders === null ? null : engineKey({ displacementL, cylinders }),
  }
}
