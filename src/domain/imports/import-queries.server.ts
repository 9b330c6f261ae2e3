import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ImportFilesTable } from '#db/schema/imports.ts'
import type { ImportSummary } from './imported-file.ts'

/** SQL: whether a part of the upload is still stored. */
const hasPart = (part: ImportFilesTable['part']) =>
  sql<boolean>`exists (select from import_files where import_id = imports.id and part = ${sql.lit(part)})`
/** SQL: whether the file is still stored. */
export const HAS_FILE = hasPart('file')
/** SQL: whether the lines that were refused are stored. */
export const HAS_REFUSED_LINES = hasPart('refused')
/** How long an applied import can be undone. */
export const UNDO_INTERVAL = sql.lit('30 days')
/**
 * SQL: whether all changes are still stored. Older ones are deleted in batches, so an undo would be
 * incomplete.
 */
export const HAS_CHANGES = sql<boolean>`
  applied_at > now() - interval ${UNDO_INTERVAL} and exists (select from import_changes where import_id = imports.id)`

/** The account's name, under the column's name. */
function nameOf<Column extends 'created_by' | 'applied_by' | 'undone_by'>(column: Column) {
  return sql<
    string | null
  >`(select name from accounts where accounts.id = ${sql.ref(`imports.${column}`)})`.as(column)
}

export function selectImports(db: Database) {
  return db
    .selectFrom('imports')
    .select([
      'imports.id',
      'imports.kind',
      'imports.file_name',
      'imports.status',
      'imports.done',
      'imports.total',
      'imports.created_at',
      'imports.applied_at',
      'imports.undone_at',
    ])
    .select([nameOf('created_by'), nameOf('applied_by'), nameOf('undone_by')])
    .select(sql<ImportSummary['counts'] | null>`imports.report->'counts'`.as('counts'))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number]

/** An import as the API lists it. */
export function toImport(row: Row): ImportSummary {
  return {
    _id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    status: row.status,
    done: row.done,
    total: row.total,
    ...(row.counts && { counts: row.counts }),
    ...(row.created_by !== null && { createdBy: row.created_by }),
    createdAt: row.created_at.toISOString(),
    ...(row.applied_at && { appliedAt: row.applied_at.toISOString() }),
    ...(row.applied_by !== null && { appliedBy: row.applied_by }),
    ...(row.undone_at && { undoneAt: row.undone_at.toISOString() }),
    ...(row.undone_by !== null && { undoneBy: row.undone_by }),
  }
}
