import path from 'node:path'
import type { Database } from '#db/connection.ts'
import { beginAuditOfImport, countsOf, endAuditOfImport } from './audit-import.server.ts'
import { type ImportJournal, recordEntries } from './import-journal.server.ts'
import type { ImportSummary } from './imported-file.ts'
import { type FileReport, toStored } from './stored-report.ts'

/** Characters of a file's name that are stored. */
const MAX_NAME_LENGTH = 200

/**
 * Lists an applied import of the command line with the uploaded ones, including the data for its undo, in the
 * transaction of the import itself. A dry run is not listed.
 */
export function openCommandJournal(kind: ImportSummary['kind'], file: string): ImportJournal<FileReport> {
  let importId: string | null = null
  const idIn = async (trx: Database): Promise<string> => {
    if (importId !== null) return importId
    const now = new Date()
    const { id } = await trx
      .insertInto('imports')
      .values({
        kind,
        file_name: path.basename(file).slice(0, MAX_NAME_LENGTH),
        options: JSON.stringify({}),
        status: 'applied',
        created_at: now,
        applied_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    importId = id
    return id
  }
  return {
    actorId: null,
    reportProgress: () => Promise.resolve(),
    begin: async (trx) => beginAuditOfImport(trx, await idIn(trx)),
    record: async (trx, entries) => recordEntries(trx, await idIn(trx), entries),
    async finish(trx, report) {
      const id = await idIn(trx)
      await endAuditOfImport(trx, id, { actorId: null, action: 'apply_import', after: countsOf(report) })
      await trx
        .updateTable('imports')
        .set({ report: JSON.stringify(toStored(report)) })
        .where('id', '=', id)
        .execute()
    },
  }
}
