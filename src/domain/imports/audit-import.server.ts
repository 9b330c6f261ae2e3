import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChange } from '../audit/record-change.server.ts'
import type { ImportReport } from './import-report.ts'

/** Marks the audit rows that this transaction writes from now on as those of an import. */
export async function beginAuditOfImport(trx: Database, importId: string): Promise<void> {
  await sql`select set_config('driveline.import_id', ${importId}, true)`.execute(trx)
}

/** What an import did, for its audit row. */
export const countsOf = ({ counts: { added, changed } }: Pick<ImportReport, 'counts'>) => ({ added, changed })

/** Ends the marking, and writes the audit row of the import itself. */
export async function endAuditOfImport(
  trx: Database,
  importId: string,
  change: {
    actorId: string | null
    action: 'apply_import' | 'undo_import'
    after: Record<string, number>
  },
): Promise<void> {
  await sql`select set_config('driveline.import_id', '', true)`.execute(trx)
  await recordChange(trx, { ...change, subject: `import:${importId}` })
}
