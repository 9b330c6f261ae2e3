import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#db/connection.ts'
import { ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import type { BrowsingShop } from '../shop.ts'
import type { Fitment, FitmentListItem, ListFitmentsQuery } from '../vehicles/fitment.ts'
import { engineKey } from '../vehicles/vehicle.ts'
import { findProduct, NO_SUCH_PRODUCT } from './product-queries.server.ts'

const NO_SUCH_LINE = 'The list has changed. Start again from the first page.'

/**
 * One page of the vehicles that a product fits, by make, model and year. Access: everyone. Refusals:
 * not_found; invalid_input when the line `after` is no longer in the list, since continuing from it would
 * skip lines.
 */
export async function listFitments(
  shop: BrowsingShop,
  productId: string,
  { first, after }: ListFitmentsQuery,
): Promise<Outcome<z.infer<typeof FitmentListItem>[]>> {
  const product = await findProduct(shop.db, productId)
  if (!product) return refused('not_found', NO_SUCH_PRODUCT)
  let query = orderedLines(shop.db, product.id).select('id').limit(first)
  if (after !== undefined) {
    const last = await shop.db
      .selectFrom('fitments')
      .select('id')
      .where('id', '=', Number(after))
      .where('product_id', '=', product.id)
      .executeTakeFirst()
    if (!last) return refusedField('after', 'invalid_input', NO_SUCH_LINE, 'unknown_line')
    query = query.where(
      sql<boolean>`(${PLACE_IN_LIST}) > (select ${PLACE_IN_LIST} from fitments where id = ${last.id})`,
    )
  }
  const rows = await query.execute()
  return ok(
    rows.map((row) => ({
      _id: String(row.id),
      ...toFitment(row),
      fromYear: row.year_from,
      toYear: row.year_to,
    })),
  )
}

/** SQL for the sort order of lines: values that are not stated come first. */
const PLACE_IN_LIST = sql`make, model, coalesce(variant, ''), year_from, year_to, coalesce(displacement_l, -1), coalesce(cylinders, -1),
  coalesce(drive, ''), coalesce(position, ''), id`

/** One page of the lines of a product, and the total number. `page` counts from 1. Access: everyone. */
export async function pageOfFitments(
  shop: BrowsingShop,
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

/** The vehicles that a product fits, in the same order, all by default; usable within a transaction. */
export async function fitmentsOf(
  db: Database,
  productId: string,
  { limit = null, offset = 0 }: { limit?: number | null; offset?: number } = {},
): Promise<Fitment[]> {
  const rows = await orderedLines(db, productId).limit(limit).offset(offset).execute()
  return rows.map(toFitment)
}

function orderedLines(db: Database, productId: string) {
  return selectLines(db).where('product_id', '=', productId).orderBy(PLACE_IN_LIST)
}

/** A query of fitments, with days as text; `toFitment` reads its rows. */
export function selectLines(db: Pick<Database, 'selectFrom'>) {
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
