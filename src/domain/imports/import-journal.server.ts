import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Product } from '../products/product.ts'
import type { Fitment } from '../vehicles/fitment.ts'

/** A change that an import made to one product, for its undo. */
export type JournalEntry =
  | { productId: string; kind: 'added'; after: Partial<Product> }
  | { productId: string; kind: 'changed'; before: Partial<Product>; after: Partial<Product> }
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

/** The importing admin, and the callbacks that record progress and changes. */
export type ImportJournal = {
  /** Null for the command line. */
  actorId: string | null
  /** Called within the transaction, for each batch. */
  record(trx: Database, entries: readonly JournalEntry[]): Promise<void>
  /** Called within the transaction, last. */
  finish(trx: Database): Promise<void>
  /**
   * Records on a connection outside of the transaction how many of `total` parts were compared or written; 0:
   * the total is unknown. Throws when the import has to stop.
   */
  reportProgress(done: number, total: number): Promise<void>
}
