import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#db/connection.ts'
import { isId } from '../shared/id.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { BrowsingShop } from '../shop.ts'
import { isWholeVehicle } from '../vehicles/chosen-vehicle.ts'
import { evaluateFit, type VehicleConfiguration } from '../vehicles/evaluate-fit.ts'
import type { FitVerdict } from '../vehicles/fit-verdict.ts'
import { spelledVehicle } from '../vehicles/read-vehicle-words.ts'
import { BASE_VARIANT, engineKey, type VehicleQuery } from '../vehicles/vehicle.ts'
import { selectFitments, toFitment } from './list-fitments.server.ts'
import { findProduct, NO_SUCH_PRODUCT } from './product-queries.server.ts'
import type { ShowFitsQuery, ShowFitsResponse } from './show-fits.ts'

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

/** Whether each of these products on sale fits the vehicle; others are left out. Access: everyone. */
export async function showFits(
  shop: BrowsingShop,
  { ids, ...vehicle }: ShowFitsQuery,
): Promise<z.infer<typeof ShowFitsResponse>> {
  const spelled = spelledVehicle(vehicle, (await shop.vehicles()).names)
  const { rows } = await sql<{ id: string }>`
    select product_id as id from product_search where product_id = any (${ids.split(',').filter(isId)}::uuid[])`.execute(
    shop.db,
  )
  const fits = await evaluateFits(
    shop,
    rows.map(({ id }) => id),
    spelled,
  )
  return { items: Object.entries(fits).map(([_id, fit]) => ({ _id, fit })) }
}

/**
 * Whether each product fits the vehicle, by product id, unordered, with one statement. The vehicle has the
 * store's own names. Access: everyone.
 */
export async function evaluateFits(
  { db }: Pick<BrowsingShop, 'db'>,
  productIds: readonly string[],
  vehicle: VehicleQuery,
): Promise<Record<string, FitVerdict>> {
  if (productIds.length === 0) return {}
  const { make, model, year } = vehicle
  const isNamed = make !== undefined && model !== undefined
  const isOfVehicle = isNamed
    ? sql<boolean>`(make = ${make} and model = ${model} ${year === undefined ? sql`` : sql`and ${year} between year_from and year_to`})`
    : sql<boolean>`false`
  const isWhole = isWholeVehicle(vehicle)
  const vehicles = isWhole && isNamed && year !== undefined ? knownVehicles({ make, model, year }) : null
  const rows = await selectFitments(ofProducts(db, productIds, isOfVehicle))
    // Any other fitment shows that the product has a list, which lacks the vehicle.
    .where(sql<boolean>`(is_of_vehicle or place = 1)`)
    .select((vehicles ?? sql<null>`null`).as('known'))
    .execute()
  const known = (rows[0]?.known ?? []).map(toConfiguration)
  const byProduct = Map.groupBy(rows, (row) => row.product_id)
  return Object.fromEntries(
    productIds.map((id) => [id, evaluateFit((byProduct.get(id) ?? []).map(toFitment), vehicle, known)]),
  )
}

/**
 * The database with the fitments of these products only, read first: a popular model has 50,000 for one year,
 * and the planner, which expects few, would search the products among them. Those of the vehicle have the
 * first places of their product.
 */
function ofProducts(db: Database, productIds: readonly string[], isOfVehicle: RawBuilder<boolean>) {
  return db.with(
    (cte) => cte('fitments').materialized(),
    (query) =>
      query
        .selectFrom('fitments')
        .selectAll()
        .select([
          isOfVehicle.as('is_of_vehicle'),
          sql<number>`row_number() over (partition by product_id order by ${isOfVehicle} desc)`.as('place'),
        ])
        .where('product_id', 'in', productIds),
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
