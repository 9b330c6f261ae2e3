import { sql } from 'kysely'
import Papa from 'papaparse'
import type { Database } from '#db/connection.ts'
import { isId } from '../shared/id.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import { storeFile } from './add-import.server.ts'
import type { ExportedFile } from './export-parts.server.ts'
import type { ImportProblem } from './import-report.ts'
import { guardFormula, unguardFormula } from './read-cells.ts'
import { readCsvRows } from './read-csv.ts'
import { readStoredFile } from './read-stored-file.server.ts'

/** The heading of the last column, which an import does not read. */
const REASON = 'Reason'

/**
 * The refused lines of an uploaded file of parts as a CSV file: their cells as they were, and the reason in a
 * last column. Access: admins. Refusals: not_found.
 */
export async function downloadRefusedLines(db: Database, importId: string): Promise<Outcome<ExportedFile>> {
  const stored = isId(importId)
    ? await db
        .selectFrom('import_files')
        .select('import_id')
        .where('import_id', '=', importId)
        .where('part', '=', 'refused')
        .executeTakeFirst()
    : undefined
  if (!stored) return refused('not_found', 'This file has no refused lines, or it was uploaded too long ago.')
  const decoder = new TextDecoder()
  const chunks = async function* () {
    for await (const bytes of readStoredFile(db, importId, 'refused'))
      yield decoder.decode(bytes, { stream: true })
  }
  return ok({ name: 'lines-left-out.csv', type: 'text/csv; charset=utf-8', chunks: chunks() })
}

/**
 * Stores the refused lines of an uploaded file for downloadRefusedLines, in place of those of an earlier
 * check. `problems`: of the whole file; a file with one that is not of a line alone has no such list.
 */
export async function storeRefusedLines(
  db: Database,
  importId: string,
  problems: readonly ImportProblem[],
): Promise<void> {
  const lines: Buffer[] = []
  if (problems.length > 0)
    for await (const text of refusedLines(readStoredFile(db, importId, 'file'), problems))
      lines.push(Buffer.from(text))
  await db.transaction().execute(async (trx) => {
    await sql`delete from import_files where import_id = ${importId} and part = 'refused'`.execute(trx)
    if (lines.length > 0) await storeFile(trx, importId, 'refused', lines)
  })
}

async function* refusedLines(
  file: AsyncIterable<Uint8Array>,
  problems: readonly ImportProblem[],
): AsyncGenerator<string> {
  const ofLine = Map.groupBy(
    problems.filter(({ warning }) => !warning),
    ({ line }) => line,
  )
  let width = 0
  for await (const rows of readCsvRows(file)) {
    const found = rows.flatMap(({ line, cells }) => {
      if (cells.every((cell) => cell === '')) return []
      if (width === 0) {
        width = cells.length
        return [[...cells, REASON]]
      }
      const reasons = ofLine.get(line)?.map(({ message }) => message)
      if (!reasons) return []
      const blank = Array.from({ length: Math.max(0, width - cells.length) }, () => '')
      return [[...cells, ...blank, [...new Set(reasons)].join(' ')]]
    })
    if (found.length > 0)
      yield `${Papa.unparse(
        found.map((cells) => cells.map(guarded)),
        { newline: '\r\n' },
      )}\r\n`
  }
}

/** A cell as it was, so that it means the same when it is imported, and never a formula to a spreadsheet. */
const guarded = (cell: string) => guardFormula(unguardFormula(cell))
