import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { BrowsingShop } from '../shop.ts'
import { isWholeVehicle } from '../vehicles/chosen-vehicle.ts'
import { evaluateFit, type VehicleConfiguration } from '../vehicles/evaluate-fit.ts'
import type { FitVerdict } from '../vehicles/fit-verdict.ts'
import { spelledVehicle } from '../vehicles/read-vehicle-words.ts'
import { BASE_VARIANT, engineKey, type VehicleQuery } from '../vehicles/vehicle.ts'
import { selectFitments, toFitment } from './list-fitments.server.ts'
import { findProduct, NO_SUCH_PRODUCT } from './product-queries.server.ts'

/** Whether a product on sale fits the vehicle. Access: everyone. Refusals: not_found. */
export async function showFit(
  shop: BrowsingShop,
  productId: string,
  vehicle: VehicleQuery,
): Promise<Outcome<FitVerdict>> {
  const product = await findProduct(shop.db, productId)
  const spelled = spelledVehicle(vehicle, (await shop.vehicles()).names)
  const verdict = product && (await evaluateFits(shop, [product.id], spelled))[product.id]
  return verdict ? ok(verdict) : refused('not_found', NO_SUCH_PRODUCT)
}

/**
 * Whether each product fits the vehicle, by product id, unordered. The vehicle has the store's own names.
 * Access: everyone.
 */
export async function evaluateFits(
  { db }: Pick<BrowsingShop, 'db'>,
  productIds: readonly string[],
  vehicle: VehicleQuery,
): Promise<Record<string, FitVerdict>> {
  if (productIds.length === 0) return {}
  const { make, model, year } = vehicle
  const isWhole = isWholeVehicle(vehicle)
  const isNamed = make !== undefined && model !== undefined
  const vehicles = isWhole && isNamed && year !== undefined ? knownVehicles({ make, model, year }) : null
  const rows = isNamed
    ? await selectFitments(ofProducts(db, productIds))
        .where('make', '=', make)
        .where('model', '=', model)
        .$if(year !== undefined, (query) =>
          query.where('year_from', '<=', year ?? 0).where('year_to', '>=', year ?? 0),
        )
        .select((vehicles ?? sql<null>`null`).as('known'))
        .execute()
    : []
  // Without a fitment there is no row to read them with.
  const [row] =
    rows.length > 0 || vehicles === null
      ? rows
      : (await sql<{ known: KnownVehicle[] | null }>`select ${vehicles} as known`.execute(db)).rows
  const known = (row?.known ?? []).map(toConfiguration)
  const fitmentsByProduct = Map.groupBy(rows, (row) => row.product_id)
  const evaluate = async (id: string): Promise<[string, FitVerdict]> => {
    // Any other fitment shows that the product has a list, which lacks the vehicle.
    const fitments =
      fitmentsByProduct.get(id) ?? (await selectFitments(db).where('product_id', '=', id).limit(1).execute())
    return [id, evaluateFit(fitments.map(toFitment), vehicle, known)]
  }
  return Object.fromEntries(await Promise.all(productIds.map(evaluate)))
}

/**
 * The database with the fitments of these products only, read first: a popular model has 50,000 for one year,
 * and the planner, which expects few, would search the products among them.
 */
function ofProducts(db: Database, productIds: readonly string[]) {
  return db.with(
    (cte) => cte('fitments').materialized(),
    (query) => query.selectFrom('fitments').selectAll().where('product_id', 'in', productIds),
  )
}

type KnownVehicle = [variant: string | null, displacementL: string | null, cylinders: number | null]

/** SQL: the variants and engines that the store knows of a model in one year. Read with the fitments. */
function knownVehicles({ make, model, year }: { make: string; model: string; year: number }) {
  return sql<KnownVehicle[] | null>`(
    select json_agg(json_build_array(variant, displacement_l::text, cylinders)) from (
      select distinct variant, displacement_l, cylinders from vehicles
      where make = ${make} and model = ${model} and year = ${year}) known)`
}

function toConfiguration([variant, displacementL, cylinders]: KnownVehicle): VehicleConfiguration {
  return { variant: variant ?? BASE_VARIANT, engine: engineKey({ displacementL, cylinders }) }
}
