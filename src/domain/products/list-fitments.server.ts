import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { Fitment } from '../vehicles/fitment.ts'
import { engineKey } from '../vehicles/vehicle.ts'
import { findProduct } from './product-queries.server.ts'
import { NO_SUCH_PRODUCT } from './show-product.server.ts'

/** The vehicles that a product fits, by make, model and year; all, or the `first` of them. Who may: everyone. Refused: not_found. */
export async function listFitments(
  shop: Shop,
  productId: string,
  first?: number,
): Promise<Outcome<(Fitment & { fromYear: number; toYear: number })[]>> {
  const product = await findProduct(shop.db, productId)
  if (!product) return refused('not_found', NO_SUCH_PRODUCT)
  const rows = first === undefined ? undefined : { limit: first, offset: 0 }
  const lines = await fitmentsOf(shop.db, product.id, rows)
  return ok(lines.map((line) => ({ ...line, fromYear: line.yearFrom, toYear: line.yearTo })))
}

/** One page of the lines of a product, and the number of all. `page` counts from 1. Who may: everyone. */
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
  let query = selectLines(db)
    .where('product_id', '=', productId)
    .orderBy('make')
    .orderBy('model')
    .orderBy('variant', (by) => by.asc().nullsFirst())
    .orderBy('year_from')
    .orderBy('year_to')
    .orderBy('displacement_l', (by) => by.asc().nullsFirst())
    .orderBy('cylinders')
    .orderBy('drive', (by) => by.asc().nullsFirst())
    .orderBy('position', (by) => by.asc().nullsFirst())
    .orderBy('id')
  if (rows) query = query.limit(rows.limit).offset(rows.offset)
  return (await query.execute()).map(toFitment)
}

/** A query of fitments, with days as text; `toFitment` reads its rows. */
export function selectLines(db: Database) {
  return db
    .selectFrom('fitments')
    .select(['product_id', 'make', 'model', 'variant', 'year_from', 'year_to', 'displacement_l', 'cylinders'])
    .select(['quantity', 'position', 'drive', 'body', 'option', 'note', 'source'])
    .select([
      sql<string | null>`built_from::text`.as('built_from'),
      sql<string | null>`built_to::text`.as('built_to'),
    ])
}

/** A fitment row as the API returns it. */
export function toFitment(
  row: Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number],
): Fitment {
  const { displacement_l: displacementL, cylinders } = row
  return {
    make: row.make,
    model: row.model,
    variant: row.variant,
    yearFrom: row.year_from,
    yearTo: row.year_to,
    engine: displacementL === null && cylinders === null ? null : engineKey({ displacementL, cylinders }),
    quantity: row.quantity,
    position: row.position,
    drive: row.drive,
    body: row.body,
    builtFrom: row.built_from,
    builtTo: row.built_to,
    option: row.option,
    note: row.note,
    source: row.source,
  }
}
