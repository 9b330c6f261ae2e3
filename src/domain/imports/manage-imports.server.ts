import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { isId } from '../shared/id.ts'
import type { PageQuery } from '../shared/lists.ts'
import { newestFirst } from '../shared/newest-first.server.ts'
import {
  type InsertResult,
  type UpdateResult,
  ok,
  type Outcome,
  refused,
  refusedField,
} from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type {
  ChangeImportInput,
  ImportDetails,
  ImportSummary,
  ImportKind,
  ImportStatus,
  StoredReport,
  UndoReport,
} from './imported-file.ts'

const NO_SUCH_IMPORT = 'This import no longer exists.'

export type Upload = {
  kind: ImportKind
  skipUnknown: boolean
  fileName: string
  /** In chunks, in order. */
  file: readonly Uint8Array[]
  /** With an ACES file: its map of base vehicle numbers. */
  map: readonly Uint8Array[] | null
}

/** Stores a file, which is then checked in the background without changing anything. Access: admins. */
export async function addImport(
  shop: Shop,
  viewer: Viewer,
  { kind, skipUnknown, fileName, file, map }: Upload,
): Promise<Outcome<InsertResult>> {
  const insertedId = await shop.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('imports')
      .values({
        kind,
        file_name: fileName,
        options: JSON.stringify({ skipUnknown }),
        created_by: viewer.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeFile(trx, id, 'file', file)
    if (map) await storeFile(trx, id, 'map', map)
    return id
  })
  shop.startImports()
  return ok({ insertedId })
}

/** 16 MB at once would keep other requests waiting. */
const BYTES_PER_STATEMENT = 512 * 1024

async function storeFile(
  trx: Database,
  importId: string,
  part: 'file' | 'map',
  chunks: readonly Uint8Array[],
): Promise<void> {
  await sql`create temporary table if not exists import_pieces (part text, place integer, bytes bytea) on commit drop`.execute(
    trx,
  )
  let waiting: Uint8Array[] = []
  let length = 0
  let place = 0
  const send = async () => {
    await sql`insert into import_pieces values (${part}, ${place}, ${Buffer.concat(waiting, length)})`.execute(
      trx,
    )
    waiting = []
    length = 0
    place += 1
  }
  for (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length >= BYTES_PER_STATEMENT) await send()
  }
  await send()
  await sql`
    insert into import_files (import_id, part, bytes)
    select ${importId}, part, string_agg(bytes, '' order by place) from import_pieces where part = ${part} group by part`.execute(
    trx,
  )
}

/** Imports, newest first. Access: admins. `after`: the _id of the last one returned. */
export async function listImports(shop: Shop, page: PageQuery): Promise<ImportSummary[]> {
  const rows = await newestFirst(selectImports(shop), 'imports', 'created_at', page).execute()
  return rows.map(toImport)
}

/** One import with its report. Access: admins. Refusals: not_found. */
export async function showImport(shop: Shop, id: string): Promise<Outcome<ImportDetails>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_IMPORT)
  const row = await selectImports(shop)
    .select(['imports.report', 'imports.undo_report'])
    .select([HAS_FILE.as('has_file'), HAS_CHANGES.as('has_changes')])
    .where('imports.id', '=', id)
    .executeTakeFirst()
  if (!row) return refused('not_found', NO_SUCH_IMPORT)
  return ok({
    ...toImport(row),
    ...(row.report && { report: row.report as StoredReport }),
    ...(row.undo_report && { undoReport: row.undo_report as UndoReport }),
    hasFile: row.has_file,
    canUndo: row.status === 'applied' && row.has_changes,
  })
}

/**
 * Starts, in the background, to check a file again, to apply a checked one, or to undo an applied one.
 * Access: admins.
 * Refusals: not_found; import_changed when it is in another state, for example because another admin was
 * faster; invalid_input for columns when the file has none or is not being checked.
 */
export async function changeImport(
  shop: Shop,
  viewer: Viewer,
  id: string,
  { action, columns }: ChangeImportInput,
): Promise<Outcome<UpdateResult>> {
  const current = await showImport(shop, id)
  if (!current.ok) return current
  if (columns && (action !== 'check' || current.value.kind !== 'products'))
    return refusedField(
      'columns',
      'invalid_input',
      'Columns apply only when checking a parts file.',
      'invalid',
    )
  const { from, to, needs, late } = STEPS[action]
  const changed = await shop.db
    .updateTable('imports')
    .set({
      status: to,
      done: 0,
      total: 0,
      attempts: 0,
      // The actor in the audit.
      ...(action === 'apply' && { applied_by: viewer.id }),
      ...(action === 'undo' && { undone_by: viewer.id, undo_report: null }),
      ...(columns && { options: sql`options || ${JSON.stringify({ columns })}::jsonb` }),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .where(needs)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return refused('import_changed', late)
  shop.startImports()
  return ok({ modifiedCount: 1 })
}

const HAS_FILE = sql<boolean>`exists (select from import_files where import_id = imports.id)`
/** How long an applied import can be undone. */
const UNDO_INTERVAL = sql.lit('30 days')
/** Not longer: older changes are deleted in batches, so an undo would be incomplete. */
const HAS_CHANGES = sql<boolean>`
  applied_at > now() - interval ${UNDO_INTERVAL} and exists (select from import_changes where import_id = imports.id)`

/** The states before and after each action, and what it needs. */
const STEPS: Record<ChangeImportInput['action'], Step> = {
  check: {
    from: ['checked', 'refused', 'failed'],
    to: 'checking',
    needs: HAS_FILE,
    late: 'This file cannot be checked again: another admin has imported it, or it was uploaded too long ago.',
  },
  apply: {
    from: ['checked', 'failed'],
    to: 'applying',
    needs: HAS_FILE,
    late: 'This file can no longer be imported: another admin has imported it, or it was uploaded too long ago.',
  },
  undo: {
    from: ['applied'],
    to: 'undoing',
    needs: HAS_CHANGES,
    late: 'This import can no longer be undone.',
  },
}
type Step = { from: ImportStatus[]; to: ImportStatus; needs: typeof HAS_FILE; late: string }

/** Deletes files that were not imported within a week, and undo data older than UNDO_INTERVAL. */
export async function deleteOldImportData(shop: Shop): Promise<void> {
  await sql`
    delete from import_files using imports
    where imports.id = import_id and status in ('checked', 'refused', 'failed') and created_at < now() - interval '7 days'`.execute(
    shop.db,
  )
  await sql`
    delete from import_changes where id in (
      select import_changes.id from import_changes join imports on imports.id = import_id
      where status in ('applied', 'undone') and applied_at < now() - interval ${UNDO_INTERVAL} limit 10000)`.execute(
    shop.db,
  )
}

/** The account's name, under the column's name. */
function nameOf<Column extends 'created_by' | 'applied_by' | 'undone_by'>(column: Column) {
  return sql<
    string | null
  >`(select name from accounts where accounts.id = ${sql.ref(`imports.${column}`)})`.as(column)
}

function selectImports(shop: Shop) {
  return shop.db
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

function toImport(row: Row): ImportSummary {
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
