import { type RawBuilder, sql } from 'kysely'
import type { BrowsingShop } from '../shop.ts'
import { inNameOrder } from '../vehicles/name-order.ts'

// These queries look up one part per vehicle by the index of fitments, so that their cost does not grow with
// the parts.

/** Vehicles read at once. */
const BATCH_SIZE = 500

/**
 * SQL for whether a part on sale fits: one row or none. The limit makes it one lookup per vehicle, and the
 * order makes it use the index: for one row the planner would also scan the table from its beginning.
 */
const oneProduct = (condition: RawBuilder<unknown>) => sql`lateral (
  select true as found from fitments where ${condition} and category is not null
  order by fitments.make, fitments.model, year_from limit 1) part`

/** The makes that parts on sale fit, by name. Access: everyone. */
export async function listMakesWithProducts({ db }: BrowsingShop): Promise<string[]> {
  const { rows } = await sql<{ make: string }>`
    select known.make from (select distinct make from vehicles) known
    cross join ${oneProduct(sql`fitments.make = known.make`)}`.execute(db)
  return inNameOrder(rows.map(({ make }) => make))
}

/** The models of a make that parts on sale fit in some of their years, by name. Access: everyone. */
export async function listModelsWithProducts({ db }: BrowsingShop, make: string): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    select known.model from (
      select model, min(year) as first, max(year) as last from vehicles where make = ${make} group by model) known
    cross join ${oneProduct(sql`
      fitments.make = ${make} and fitments.model = known.model and year_from <= known.last and year_to >= known.first`)}`.execute(
    db,
  )
  return inNameOrder(rows.map(({ model }) => model))
}

/** The years of a model that parts on sale fit, latest first. Access: everyone. */
export async function listYearsWithProducts(
  { db }: BrowsingShop,
  make: string,
  model: string,
): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select known.year from (select distinct year from vehicles where make = ${make} and model = ${model}) known
    cross join ${oneProduct(sql`
      fitments.make = ${make} and fitments.model = ${model} and known.year between year_from and year_to`)}
    order by known.year desc`.execute(db)
  return rows.map(({ year }) => year)
}

type Vehicle = { make: string; model: string; year: number }

/**
 * The number of vehicles that the store lists, by make, model and year, with parts or without. Access:
 * everyone.
 */
export async function countVehicles({ db }: BrowsingShop): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select distinct make, model, year from vehicles) known`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * The vehicles that a part on sale fits, by make, model and year, with one batch in memory; between batches
 * no connection is held. Access: everyone.
 * @param skip vehicles of the store to skip first.
 * @param limit vehicles of the store to read after them.
 */
export async function* streamVehiclesWithProducts(
  { db }: BrowsingShop,
  { skip, limit }: { skip: number; limit: number },
): AsyncGenerator<Vehicle[], void, undefined> {
  let after: Vehicle = { make: '', model: '', year: 0 }
  let offset = skip
  let left = limit
  while (left > 0) {
    const size = Math.min(BATCH_SIZE, left)
    const { rows } = await sql<Vehicle & { has_products: boolean }>`
      with known as materialized (
        select distinct make, model, year from vehicles
        where (make, model, year) > (${after.make}, ${after.model}, ${after.year}::smallint)
        order by make, model, year limit ${size} offset ${offset})
      select known.*, part.found is not null as has_products from known
      left join ${oneProduct(sql`
        fitments.make = known.make and fitments.model = known.model and known.year between year_from and year_to`)} on true
      order by known.make, known.model, known.year`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const found = rows
      .filter((row) => row.has_products)
      .map(({ make, model, year }) => ({ make, model, year }))
    if (found.length > 0) yield found
    left = rows.length < size ? 0 : left - rows.length
    offset = 0
    after = last
  }
}
