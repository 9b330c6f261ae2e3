import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#db/connection.ts'
import { ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import type { BrowsingShop } from '../shop.ts'
import type { Fitment, FitmentListItem, ListFitmentsQuery } from '../vehicles/fitment.ts'
import { engineKey } from '../vehicles/vehicle.ts'
import { findProduct, NO_SUCH_PRODUCT } from './product-queries.server.ts'

const NO_SUCH_FITMENT = 'The list has changed. Start again from the first page.'

/**
 * One page of the vehicles that a product fits, by make, model and year. Access: everyone. Refusals:
 * not_found; invalid_input when the one with the _id `after` is no longer in the list, since continuing
 * from it would skip some.
 */
export async function listFitments(
  shop: BrowsingShop,
  productId: string,
  { first, after }: ListFitmentsQuery,
): Promise<Outcome<z.infer<typeof FitmentListItem>[]>> {
  const product = await findProduct(shop.db, productId)
  if (!product) return refused('not_found', NO_SUCH_PRODUCT)
  let query = orderedFitments(shop.db, product.id).select('id').limit(first)
  if (after !== undefined) {
    const last = await shop.db
      .selectFrom('fitments')
      .select('id')
      .where('id', '=', Number(after))
      .where('product_id', '=', product.id)
      .executeTakeFirst()
    if (!last) return refusedField('after', 'invalid_input', NO_SUCH_FITMENT, 'unknown_line')
    query = query.where(
      sql<boolean>`(${SORT_COLUMNS}) > (select ${SORT_COLUMNS} from fitments where id = ${last.id})`,
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

/** SQL for the sort order of fitments: values that are not stated come first. */
const SORT_COLUMNS = sql`make, model, coalesce(variant, ''), year_from, year_to, coalesce(displacement_l, -1), coalesce(cylinders, -1),
  coalesce(drive, ''), coalesce(position, ''), id`

/** One page of the fitments of a product, and the total number. `page` counts from 1. Access: everyone. */
export async function pageOfFitments(
  { db }: Pick<BrowsingShop, 'db'>,
  productId: string,
  { page, size }: { page: number; size: number },
): Promise<{ fitments: Fitment[]; total: number }> {
  const [fitments, { total }] = await Promise.all([
    fitmentsOf(db, productId, { limit: size, offset: (page - 1) * size }),
    db
      .selectFrom('fitments')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow(),
  ])
  return { fitments, total }
}

/** The vehicles that a product fits, in the same order, all by default; usable within a transaction. */
export async function fitmentsOf(
  db: Database,
  productId: string,
  { limit = null, offset = 0 }: { limit?: number | null; offset?: number } = {},
): Promise<Fitment[]> {
  const rows = await orderedFitments(db, productId).limit(limit).offset(offset).execute()
  return rows.map(toFitment)
}

function orderedFitments(db: Database, productId: string) {
  return selectFitments(db).where('product_id', '=', productId).orderBy(SORT_COLUMNS)
}

/** A query of fitments, with days as text; `toFitment` reads its rows. */
export function selectFitments(db: Pick<Database, 'selectFrom'>) {
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
  row: Awaited<ReturnType<ReturnType<typeof selectFitments>['execute']>>[number],
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
