import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { PartFacts, Product } from '../products/product.ts'
import type { SaleFacts } from '../products/sale-facts.ts'
import type { Fitment } from '../vehicles/fitment.ts'
import type { ImportReport } from './import-report.ts'

/**
 * The values of a part that a file can change. Of the specifications, those that it gives or changes; a blank
 * one is removed.
 */
export type FileValues = Omit<Product, keyof SaleFacts> &
  Partial<SaleFacts> &
  Partial<Omit<PartFacts, keyof Product>>

/** A change that an import made to one product, for its undo. */
export type JournalEntry =
  | { productId: string; kind: 'added'; after: Partial<FileValues> }
  | { productId: string; kind: 'changed'; before: Partial<FileValues>; after: Partial<FileValues> }
  | { productId: string; kind: 'vehicles'; before: Fitment[]; after: Fitment[] }
  | { productId: string; kind: 'number'; after: { kind: 'OE' | 'competitor'; number: string } }

/** Stores the changes of an import, within its transaction, for undoImport. */
export async function recordEntries(
  trx: Database,
  importId: string,
  entries: readonly JournalEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ productId, kind, after, ...entry }) => ({
    product_id: productId,
    kind,
    before: 'before' in entry ? entry.before : null,
    after,
  }))
  await sql`
    insert into import_changes (import_id, product_id, kind, before, after)
    select ${importId}, product_id, kind, before, after from json_to_recordset(${JSON.stringify(rows)}) as entries (
      product_id uuid, kind text, before jsonb, after jsonb)`.execute(trx)
}

/** The importing admin, and the callbacks that record progress and changes of a file with such a report. */
export type ImportJournal<Report extends ImportReport = ImportReport> = {
  /** Null for the command line. */
  actorId: string | null
  /** Called within the transaction, before anything is changed. */
  begin(trx: Database): Promise<void>
  /** Called within the transaction, for each batch. */
  record(trx: Database, entries: readonly JournalEntry[]): Promise<void>
  /** Called within the transaction, last, with what was done: both are stored together, or neither. */
  finish(trx: Database, report: Report): Promise<void>
  /**
   * Records on a connection outside of the transaction how many of `total` parts were compared or written; 0:
   * the total is unknown. Throws when the import has to stop.
   */
  reportProgress(done: number, total: number): Promise<void>
}
