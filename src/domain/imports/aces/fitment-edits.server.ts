import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChanges } from '../../audit/record-change.server.ts'
import { selectFitments, toFitment } from '../../products/list-fitments.server.ts'
import type { ProductRow } from '../../products/product-queries.server.ts'
import { fitmentRow } from '../../products/write-fitments.server.ts'
import { dollarsFromCents } from '../../shared/money.ts'
import type { Fitment } from '../../vehicles/fitment.ts'
import { batches } from '../batches.ts'
import { withPauses } from '../pause-if-due.ts'
import type { StoredFitment } from './compare-fitments.ts'

const FITMENTS_PER_STATEMENT = 2_000

/** The stored fitments of these products, in the order in which they were entered. */
export async function readFitments(
  db: Database,
  productIds: readonly string[],
): Promise<Map<string, StoredFitment[]>> {
  const rows = await selectFitments(db)
    .select('id')
    .where('product_id', 'in', productIds)
    .orderBy('id')
    .execute()
  const stored = new Map<string, StoredFitment[]>()
  for await (const row of withPauses(rows)) {
    const fitments = stored.get(row.product_id) ?? []
    stored.set(row.product_id, fitments)
    fitments.push({ ...toFitment(row), id: row.id })
  }
  return stored
}

/** Fitments to add to a product and to remove from it, and the number of its fitments before. */
export type FitmentEdit = {
  product: Pick<ProductRow, 'id' | 'price_cents' | 'min_order'>
  before: number
  add: readonly Fitment[]
  remove: readonly { id: number }[]
}

/** Writes fitments, with the audit. Call it with the products locked. */
export async function writeFitmentEdits(
  trx: Database,
  all: readonly FitmentEdit[],
  actorId: string | null,
): Promise<void> {
  const changed = all.filter(({ add, remove }) => add.length + remove.length > 0)
  const removed = changed.values().flatMap(({ remove }) => remove)
  for (const batch of batches(removed, FITMENTS_PER_STATEMENT))
    await sql`delete from fitments where id = any (${batch.map(({ id }) => id)})`.execute(trx)
  const added = changed
    .values()
    .flatMap(({ product, add }) => add.values().map((fitment) => fitmentRow(product.id, fitment)))
  for (const batch of batches(added, FITMENTS_PER_STATEMENT)) await insertFitments(trx, batch)
  await recordChanges(
    trx,
    changed.map(({ product, before, add, remove }) => {
      // The audit of an edit always has them (I29).
      const facts = { price: dollarsFromCents(product.price_cents), minOrder: product.min_order }
      return {
        actorId,
        action: 'edit_product',
        subject: `product:${product.id}`,
        before: { ...facts, vehicles: before },
        after: { ...facts, vehicles: before + add.length - remove.length },
      }
    }),
  )
}

/** Inserts from one parameter: one per value would take longer than the insert itself. */
async function insertFitments(trx: Database, rows: readonly ReturnType<typeof fitmentRow>[]): Promise<void> {
  await sql`
    insert into fitments (product_id, make, model, variant, year_from, year_to, displacement_l, cylinders, quantity, position, drive,
      body, built_from, built_to, option, note, source)
    select * from json_to_recordset(${JSON.stringify(rows)}) as added (
      product_id uuid, make text, model text, variant text, year_from smallint, year_to smallint, displacement_l numeric(3,1),
      cylinders smallint, quantity smallint, position text, drive text, body text, built_from date, built_to date, option text,
      note text, source text)`.execute(trx)
}
