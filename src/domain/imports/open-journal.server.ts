import path from 'node:path'
import type { Database } from '#db/connection.ts'
import { beginAuditOfImport, countsOf, endAuditOfImport } from './audit-import.server.ts'
import { type ImportJournal, recordEntries } from './import-journal.server.ts'
import type { ImportSummary } from './imported-file.ts'
import { type FileReport, toStored } from './stored-report.ts'

/**
 * Records what an import does, with the data for its undo, in the transaction of the import itself.
 * @param idIn the id of the import, which is being applied in this transaction.
 * @param keepsFile whether the uploaded file is still needed.
 */
export function openJournal({
  idIn,
  actorId = null,
  keepsFile = false,
  reportProgress = () => Promise.resolve(),
}: {
  idIn: (trx: Database) => Promise<string>
  keepsFile?: boolean
} & Partial<Pick<ImportJournal, 'actorId' | 'reportProgress'>>): ImportJournal<FileReport> {
  return {
    actorId,
    reportProgress,
    begin: async (trx) => beginAuditOfImport(trx, await idIn(trx)),
    record: async (trx, entries) => recordEntries(trx, await idIn(trx), entries),
    async finish(trx, applied) {
      const id = await idIn(trx)
      await endAuditOfImport(trx, id, { actorId, action: 'apply_import', after: countsOf(applied) })
      // Throws, and rolls back, when another process has finished it: this one was paused.
      await trx
        .updateTable('imports')
        .set({ status: 'applied', applied_at: new Date(), report: JSON.stringify(toStored(applied)) })
        .where('id', '=', id)
        .where('status', '=', 'applying')
        .returning('id')
        .executeTakeFirstOrThrow()
      if (!keepsFile) await trx.deleteFrom('import_files').where('import_id', '=', id).execute()
    },
  }
}

/** Characters of a file's name that are stored. */
const MAX_NAME_LENGTH = 200

/** Lists an import of the command line with the uploaded ones. A dry run is not listed. */
export function openCommandJournal(kind: ImportSummary['kind'], file: string): ImportJournal<FileReport> {
  let importId: string | null = null
  return openJournal({
    async idIn(trx) {
      if (importId !== null) return importId
      const { id } = await trx
        .insertInto('imports')
        .values({
          kind,
          file_name: path.basename(file).slice(0, MAX_NAME_LENGTH),
          options: JSON.stringify({}),
          status: 'applying',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      importId = id
      return id
    },
  })
}
