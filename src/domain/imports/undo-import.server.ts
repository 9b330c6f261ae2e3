import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChanges } from '../audit/record-change.server.ts'
import { selectLines, toFitment } from '../products/list-fitments.server.ts'
import type { Product } from '../products/product.ts'
import { toProduct } from '../products/product-queries.server.ts'
import { PIECE } from '../products/unit.ts'
import { fitmentKey, type Fitment } from '../vehicles/fitment.ts'
import { type FitmentEdit, writeFitmentEdits } from './aces/import-aces.server.ts'
import type { ImportJournal, JournalEntry } from './import-journal.server.ts'
import { type Edit, updateProducts } from './import-products.server.ts'
import { MAX_REPORTED, type UndoReport } from './imported-file.ts'
import type { StoredProduct } from './match-products.server.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'
import { waitForImports } from './wait-for-imports.server.ts'

/** Products per statement. */
const BATCH = 100

/**
 * Puts back what an import replaced, and deletes the parts that it added, where nothing has changed since; the rest stays and is named. In
 * one transaction, with every change in the audit. Call it for an import that is being undone.
 */
export async function undoImport(
  db: Database,
  { id, undone_by: actorId }: { id: string; undone_by: string | null },
  progress: ImportJournal['progress'],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await waitForImports(trx, 'import')
    const { total } = await trx
      .selectFrom('import_changes')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow()
    const report: UndoReport = { restored: 0, kept: [], keptCount: 0 }
    let done = 0
    for await (const some of changesOf(trx, id)) {
      await undoSome(trx, some, actorId, report)
      done += some.length
      await progress(done, total)
    }
    await trx.deleteFrom('import_changes').where('import_id', '=', id).execute()
    await trx
      .updateTable('imports')
      .set({ status: 'undone', undone_at: new Date(), undo_report: JSON.stringify(report) })
      .where('id', '=', id)
      .execute()
    await sql`select pg_notify('driveline', 'products')`.execute(trx)
  })
}

/** What an import did, some products at a time and each with all of it, in the order of ids, in which products are locked everywhere. */
async function* changesOf(trx: Database, importId: string): AsyncGenerator<JournalEntry[]> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ productId: string } & Omit<JournalEntry, 'productId'>>`
      with products as (
        select distinct product_id from import_changes
        where import_id = ${importId} and (${after} = '' or product_id > nullif(${after}, '')::uuid)
        order by product_id limit ${BATCH})
      select product_id as "productId", kind, before, after from import_changes
      where import_id = ${importId} and product_id in (select product_id from products)
      order by product_id, id`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    yield rows as JournalEntry[]
    after = last.productId
  }
}

async function undoSome(
  trx: Database,
  entries: readonly JournalEntry[],
  actorId: string | null,
  report: UndoReport,
): Promise<void> {
  const rows = await trx
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', [...new Set(entries.map(({ productId }) => productId))])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const products = new Map(rows.map((row) => [row.id, row]))
  const keep = (row: StoredProduct, message: string) => {
    report.keptCount += 1
    if (report.kept.length < MAX_REPORTED)
      report.kept.push({ partNumber: row.part_number || row.name, message })
  }
  const edits: Edit[] = []
  const deletions: StoredProduct[] = []
  const ofVehicles: { row: StoredProduct; before: Fitment[]; after: Fitment[] }[] = []
  const ordered = await orderedOf(trx, entries)
  const fitted = await fittedOf(trx, entries)
  /** Parts that have only what they had before. */
  const restored = new Set<string>()
  for (const entry of entries) {
    const row = products.get(entry.productId)
    if (!row) continue
    if (row.deleted_at !== null) {
      if (entry.kind !== 'added') keep(row, 'It was deleted since.')
      continue
    }
    if (entry.kind === 'number') {
      const { kind, number } = entry.after
      await trx
        .deleteFrom('part_numbers')
        .where('product_id', '=', row.id)
        .where('kind', '=', kind)
        .where('number', '=', number)
        .execute()
      restored.add(row.id)
    } else if (entry.kind === 'vehicles') ofVehicles.push({ row, before: entry.before, after: entry.after })
    else if (entry.kind === 'added') {
      const changed = [...changedSince(row, entry.after), ...addedSince(row, fitted)]
      if (ordered.has(row.id)) keep(row, 'It stays, as it was ordered since.')
      else if (changed.length > 0) keep(row, `It stays, as it was changed since: ${changed.join(', ')}.`)
      else deletions.push(row)
    } else {
      const changed = changedSince(row, entry.after)
      const given = Object.entries(entry.before).filter(([field]) => !changed.some((name) => name === field))
      if (changed.length > 0) keep(row, `Changed since, and left as it is: ${changed.join(', ')}.`)
      if (given.length > 0) edits.push({ id: row.id, given: Object.fromEntries(given) })
    }
  }
  if (edits.length > 0)
    for (const { productId } of await updateProducts(trx, edits, actorId)) restored.add(productId)
  report.restored += restored.size
  await deleteProducts(trx, deletions, actorId)
  report.restored += deletions.length
  if (ofVehicles.length > 0) report.restored += await undoVehicles(trx, ofVehicles, actorId, keep)
}

/** The fields in which a product is no longer as the import left it. */
function changedSince(row: StoredProduct, after: Partial<Product>): string[] {
  const now = toProduct(row)
  return PRODUCT_COLUMNS.filter((field) => field in after && now[field] !== after[field])
}

/** What no file of parts says, and a part that a file added has by now: someone has worked on it. */
function addedSince(row: StoredProduct, fitted: ReadonlySet<string>): string[] {
  return [
    ...(row.unit === PIECE ? [] : ['unit']),
    ...(row.list_price_cents === null ? [] : ['sale price']),
    ...(fitted.has(row.id) ? ['vehicles'] : []),
  ]
}

const addedOf = (entries: readonly JournalEntry[]) =>
  entries.filter(({ kind }) => kind === 'added').map(({ productId }) => productId)

async function fittedOf(trx: Database, entries: readonly JournalEntry[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select added.id from unnest(${addedOf(entries)}::uuid[]) as added (id)
    where exists (select from fitments where product_id = added.id)`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

async function orderedOf(trx: Database, entries: readonly JournalEntry[]): Promise<Set<string>> {
  const added = addedOf(entries)
  if (added.length === 0) return new Set()
  const orders = await trx
    .selectFrom('orders')
    .select('product_id')
    .distinct()
    .where('product_id', 'in', added)
    .execute()
  return new Set(orders.flatMap(({ product_id }) => (product_id === null ? [] : [product_id])))
}

async function deleteProducts(
  trx: Database,
  rows: readonly StoredProduct[],
  actorId: string | null,
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .updateTable('products')
    .set({ deleted_at: new Date() })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  await recordChanges(
    trx,
    rows.map(({ id, name, available }) => ({
      actorId,
      action: 'delete_product' as const,
      subject: `product:${id}` as const,
      before: { name, available },
    })),
  )
}

/** Returns how many parts have their lines back. */
async function undoVehicles(
  trx: Database,
  changes: readonly { row: StoredProduct; before: Fitment[]; after: Fitment[] }[],
  actorId: string | null,
  keep: (row: StoredProduct, message: string) => void,
): Promise<number> {
  const ids = changes.map(({ row }) => row.id)
  const stored = Map.groupBy(
    await selectLines(trx).select('id').where('product_id', 'in', ids).execute(),
    (line) => line.product_id,
  )
  const edits = changes.map(({ row, before, after }): FitmentEdit => {
    const lines = (stored.get(row.id) ?? []).map((line) => ({
      id: line.id,
      key: fitmentKey(toFitment(line)),
    }))
    const added = new Set(after.map(fitmentKey))
    const remove = lines.filter(({ key }) => added.has(key))
    const there = new Set(lines.map(({ key }) => key))
    const missing = added.size - remove.length
    if (missing > 0) keep(row, `${missing} of its new vehicles were changed or removed since.`)
    return {
      part: row,
      facts: { price: row.price_cents / 100, minOrder: row.min_order },
      before: lines.length,
      add: before.filter((line) => !there.has(fitmentKey(line))),
      remove,
    }
  })
  await writeFitmentEdits(trx, edits, actorId)
  return edits.filter(({ add, remove }) => add.length + remove.length > 0).length
}
