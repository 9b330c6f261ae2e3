import { sql } from 'kysely'
import type { BrowsingShop } from '../shop.ts'
import { readInBatches } from './read-in-batches.ts'
import { oneProduct } from './vehicles-with-products.server.ts'

type Vehicle = { make: string; model: string; year: number }
type Row = Vehicle & { has_products: boolean }

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
 * @param range.skip vehicles of the store to skip first.
 * @param range.limit vehicles of the store to read after them.
 */
export async function* streamVehiclesWithProducts(
  { db }: BrowsingShop,
  range: { skip: number; limit: number },
): AsyncGenerator<Vehicle[], void, undefined> {
  const batches = readInBatches<Row>(range, async (last, { size, offset }) => {
    const after: Vehicle = last ?? { make: '', model: '', year: 0 }
    const { rows } = await sql<Row>`
      with known as materialized (
        select distinct make, model, year from vehicles
        where (make, model, year) > (${after.make}, ${after.model}, ${after.year}::smallint)
        order by make, model, year limit ${size} offset ${offset})
      select known.*, part.found is not null as has_products from known
      left join ${oneProduct(sql`
        fitments.make = known.make and fitments.model = known.model and known.year between year_from and year_to`)} on true
      order by known.make, known.model, known.year`.execute(db)
    return rows
  })
  for await (const rows of batches) {
    const found = rows
      .filter((row) => row.has_products)
      .map(({ make, model, year }) => ({ make, model, year }))
    if (found.length > 0) yield found
  }
}
