import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { avoidTableScans } from '#db/session-settings.ts'
import { recordChanges } from '../audit/record-change.server.ts'
import { readReplacedNumbers } from '../products/part-facts.server.ts'
import type { ProductRow } from '../products/product-queries.server.ts'
import { NUMBER_FIELDS } from '../products/replaced-numbers.ts'
import { type FitmentEdit, readFitments, writeFitmentEdits } from './aces/fitment-edits.server.ts'
import { beginAuditOfImport, endAuditOfImport } from './audit-import.server.ts'
import { batches } from './batches.ts'
import type { ImportJournal, JournalEntry } from './import-journal.server.ts'
import { MAX_REPORTED, type UndoReport } from './imported-file.ts'
import { lockImports } from './lock-imports.server.ts'
import { withPauses } from './pause-if-due.ts'
import { planUndo, planVehiclesUndo, type Usage, type VehicleChange } from './plan-undo.server.ts'
import { type Edit, updateProducts } from './update-products.server.ts'

/** Changes that are read at a time, plus the others of their last product. */
const CHANGES_PER_BATCH = 500
const NUMBERS_PER_STATEMENT = 1_000

/**
 * Puts back what an import replaced, and deletes the parts that it added, where nothing has changed since;
 * the rest is kept and reported. In one transaction, with every change in the audit. Call it for an import
 * that is being undone.
 */
export async function undoImport(
  db: Database,
  { id, undone_by: actorId }: { id: string; undone_by: string | null },
  reportProgress: ImportJournal['reportProgress'],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockImports(trx, 'import')
    await beginAuditOfImport(trx, id)
    await avoidTableScans(trx)
    const { total } = await trx
      .selectFrom('import_changes')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow()
    const report: UndoReport = { restored: 0, kept: [], keptCount: 0 }
    let done = 0
    for await (const batch of readChanges(trx, id)) {
      await undoBatch(trx, batch, actorId, report)
      done += batch.length
      await reportProgress(done, total)
    }
    const after = { restored: report.restored, kept: report.keptCount }
    await endAuditOfImport(trx, id, { actorId, action: 'undo_import', after })
    await trx.deleteFrom('import_changes').where('import_id', '=', id).execute()
    await trx
      .updateTable('imports')
      .set({ status: 'undone', undone_at: new Date(), undo_report: JSON.stringify(report) })
      .where('id', '=', id)
      // Otherwise another process has finished it: this one was paused.
      .where('status', '=', 'undoing')
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

/**
 * The changes of an import in batches of whole products, in the order of ids, in which products are locked
 * everywhere.
 */
async function* readChanges(trx: Database, importId: string): AsyncGenerator<JournalEntry[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ productId: string } & Omit<JournalEntry, 'productId'>>`
      select product_id as "productId", kind, before, after from import_changes
      where import_id = ${importId} and product_id > ${after}
        -- As a range, so that each batch reads its own rows only.
        and product_id <= (
          select product_id from (
            select product_id from import_changes where import_id = ${importId} and product_id > ${after}
            order by product_id, id limit ${CHANGES_PER_BATCH}) batch
          order by product_id desc limit 1)
      order by product_id, id`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    yield rows as JournalEntry[]
    after = last.productId
  }
}

async function undoBatch(
  trx: Database,
  entries: readonly JournalEntry[],
  actorId: string | null,
  report: UndoReport,
): Promise<void> {
  const byProduct = Map.groupBy(entries, ({ productId }) => productId)
  const rows = await trx
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', [...byProduct.keys()])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const usages = await readUsages(
    trx,
    entries.flatMap(({ kind, productId }) => (kind === 'added' ? [productId] : [])),
  )
  const numbersOf = await readReplacedNumbers(
    trx,
    entries.flatMap(({ productId, after }) =>
      NUMBER_FIELDS.some((field) => field in after) ? [productId] : [],
    ),
  )
  const keep = (row: ProductRow, message: string) => {
    report.keptCount += 1
    if (report.kept.length < MAX_REPORTED)
      report.kept.push({ partNumber: row.part_number || row.name, message })
  }
  const edits: Edit[] = []
  const deletions: ProductRow[] = []
  const numbers: { id: string; kind: string; number: string }[] = []
  const vehicleChanges: { row: ProductRow; change: VehicleChange }[] = []
  for await (const row of withPauses(rows)) {
    const plan = planUndo({ ...row, ...numbersOf(row.id) }, byProduct.get(row.id) ?? [], usages.get(row.id))
    for (const message of plan.kept) keep(row, message)
    edits.push(...plan.edits)
    if (plan.isDeleted) deletions.push(row)
    numbers.push(...plan.numbers.map((number) => ({ id: row.id, ...number })))
    if (plan.vehicles) vehicleChanges.push({ row, change: plan.vehicles })
  }
  const edited = edits.length > 0 ? await updateProducts(trx, edits, actorId) : []
  for (const batch of batches(numbers, NUMBERS_PER_STATEMENT))
    await sql`
      delete from part_numbers using json_to_recordset(${JSON.stringify(batch)}) as added (id uuid, kind text, number text)
      where product_id = added.id and part_numbers.kind = added.kind and part_numbers.number = added.number`.execute(
      trx,
    )
  await deleteProducts(trx, deletions, actorId)
  const restored = new Set([...numbers.map(({ id }) => id), ...edited.map(({ productId }) => productId)])
  report.restored += restored.size + deletions.length
  if (vehicleChanges.length > 0) report.restored += await undoVehicles(trx, vehicleChanges, actorId, keep)
}

/**
 * The usages of added parts. Orders have no index by their product: open holds are few, and the others have
 * moved stock (I9), which has one.
 */
async function readUsages(trx: Database, added: readonly string[]): Promise<Map<string, Usage>> {
  if (added.length === 0) return new Map()
  const { rows } = await sql<Usage & { id: string }>`
    select added.id, ordered.id is not null as ordered,
           exists (select from fitments where product_id = added.id) as vehicles,
           exists (select from part_numbers where product_id = added.id and kind <> 'own') as numbers
    from unnest(${added}::uuid[]) as added (id)
    left join (
      select product_id as id from orders where hold = 'held' and product_id = any (${added}::uuid[])
      union select product_id from stock_movements where kind in ('released', 'sold') and product_id = any (${added}::uuid[])
    ) ordered using (id)`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function deleteProducts(
  trx: Database,
  rows: readonly ProductRow[],
  actorId: string | null,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await trx.updateTable('products').set({ deleted_at: new Date() }).where('id', 'in', ids).execute()
  await recordChanges(
    trx,
    rows.map(({ id, name, available }) => ({
      actorId,
      action: 'delete_product',
      subject: `product:${id}`,
      before: { name, available },
    })),
  )
}

/** Returns how many parts have fitments back. */
async function undoVehicles(
  trx: Database,
  changes: readonly { row: ProductRow; change: VehicleChange }[],
  actorId: string | null,
  keep: (row: ProductRow, message: string) => void,
): Promise<number> {
  const stored = await readFitments(
    trx,
    changes.map(({ row }) => row.id),
  )
  const edits: FitmentEdit[] = []
  for (const { row, change } of changes) {
    const fitments = stored.get(row.id) ?? []
    const { add, remove, missing } = await planVehiclesUndo(fitments, change)
    if (missing > 0)
      keep(
        row,
        `${missing} of its new vehicles ${missing === 1 ? 'has' : 'have'} been changed or removed in the meantime.`,
      )
    edits.push({ product: row, before: fitments.length, add, remove })
  }
  await writeFitmentEdits(trx, edits, actorId)
  return edits.filter(({ add, remove }) => add.length + remove.length > 0).length
}
