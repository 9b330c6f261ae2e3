import { type RawBuilder, sql } from 'kysely'
import type { BrowsingShop } from '../shop.ts'
import { inNameOrder } from '../vehicles/name-order.ts'

/**
 * SQL for whether a part on sale fits: one row or none. The limit makes it one lookup per vehicle by the
 * index of fitments, so that the cost does not grow with the parts, and the order makes it use the index:
 * for one row the planner would also scan the table from its beginning.
 */
export const oneProduct = (condition: RawBuilder<unknown>) => sql`lateral (
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
