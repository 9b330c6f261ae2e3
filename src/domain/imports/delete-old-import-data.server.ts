import { sql } from 'kysely'
import type { Shop } from '../shop.ts'
import { UNDO_INTERVAL } from './import-queries.server.ts'

/**
 * Deletes files that were not imported within a week, and undo data and refused lines older than
 * UNDO_INTERVAL.
 */
export async function deleteOldImportData({ db }: Pick<Shop, 'db'>): Promise<void> {
  await sql`
    delete from import_files using imports
    where imports.id = import_id and status in ('checked', 'refused', 'failed') and created_at < now() - interval '7 days'`.execute(
    db,
  )
  await sql`
    delete from import_files using imports
    where imports.id = import_id and status in ('applied', 'undone') and applied_at < now() - interval ${UNDO_INTERVAL}`.execute(
    db,
  )
  await sql`
    delete from import_changes where id in (
      select import_changes.id from import_changes join imports on imports.id = import_id
      where status in ('applied', 'undone') and applied_at < now() - interval ${UNDO_INTERVAL} limit 10000)`.execute(
    db,
  )
}
