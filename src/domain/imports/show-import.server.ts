import { isId } from '../shared/id.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { HAS_CHANGES, HAS_FILE, HAS_REFUSED_LINES, selectImports, toImport } from './import-queries.server.ts'
import type { ImportDetails, StoredReport, UndoReport } from './imported-file.ts'

const NO_SUCH_IMPORT = 'This import no longer exists.'

/** One import with its report. Access: admins. Refusals: not_found. */
export async function showImport({ db }: Pick<Shop, 'db'>, id: string): Promise<Outcome<ImportDetails>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_IMPORT)
  const row = await selectImports(db)
    .select(['imports.report', 'imports.undo_report'])
    .select([
      HAS_FILE.as('has_file'),
      HAS_REFUSED_LINES.as('has_refused_lines'),
      HAS_CHANGES.as('has_changes'),
    ])
    .where('imports.id', '=', id)
    .executeTakeFirst()
  if (!row) return refused('not_found', NO_SUCH_IMPORT)
  return ok({
    ...toImport(row),
    ...(row.report && { report: row.report as StoredReport }),
    ...(row.undo_report && { undoReport: row.undo_report as UndoReport }),
    hasFile: row.has_file,
    canUndo: row.status === 'applied' && row.has_changes,
    hasRefusedLines: row.has_refused_lines,
  })
}
