import { sql } from 'kysely'
import type { Viewer } from '../accounts/viewer.ts'
import { ok, type Outcome, refused, refusedField, type UpdateResult } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { decideNotes } from './aces/information-notes.server.ts'
import { HAS_CHANGES, HAS_FILE } from './import-queries.server.ts'
import { type ChangeImportInput, type ImportStatus, isRunning } from './imported-file.ts'
import { showImport } from './show-import.server.ts'

/**
 * Starts, in the background, to check a file again, to apply a checked one, or to undo an applied one. Stores
 * which notes of its supplier only inform. Access: admins.
 * Refusals: not_found; import_changed when it is in another state, for example because it has errors or
 * another admin was faster; invalid_input for columns or notes that the file does not have, or when it is
 * not being checked, and for lines to leave out of another file than one of parts.
 */
export async function changeImport(
  shop: Pick<Shop, 'db' | 'jobs'>,
  viewer: Viewer,
  id: string,
  { action, columns, notes, leaveOut = false }: ChangeImportInput,
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
  const conditions = current.value.report?.conditions
  const known = new Set(conditions?.notes.map(({ note }) => note))
  if (
    notes &&
    (action !== 'check' || conditions?.supplier === '' || !notes.every(({ note }) => known.has(note)))
  )
    return refusedField(
      'notes',
      'invalid_input',
      'Notes apply only when checking an ACES file that names its supplier and has these notes.',
      'invalid',
    )
  const { status, kind, report } = current.value
  if (leaveOut && (action !== 'apply' || kind !== 'products'))
    return refusedField(
      'leaveOut',
      'invalid_input',
      'Lines are left out only when a parts file is imported.',
      'invalid',
    )
  const { to, condition, refusalMessage } = IMPORT_TRANSITIONS[action]
  const canLeaveOut =
    leaveOut && report?.canLeaveOut === true && report.counts.added + report.counts.changed > 0
  const from = [...IMPORT_TRANSITIONS[action].from, ...(canLeaveOut ? ['refused' as const] : [])]
  if (action === 'apply' && status === 'refused' && !canLeaveOut) return refused('import_changed', HAS_ERRORS)
  if (isRunning(status)) return refused('import_changed', STILL_RUNNING)
  const changed = await shop.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('imports')
      .set({
        status: to,
        done: 0,
        total: 0,
        attempts: 0,
        // The actor in the audit.
        ...(action === 'apply' && {
          applied_by: viewer.id,
          options: sql`options || ${JSON.stringify({ leaveOut })}::jsonb`,
        }),
        ...(action === 'undo' && { undone_by: viewer.id, undo_report: null }),
        ...(columns && { options: sql`options || ${JSON.stringify({ columns })}::jsonb` }),
      })
      .where('id', '=', id)
      .where('status', 'in', from)
      .where(condition)
      .returning('id')
      .executeTakeFirst()
    if (row && notes && conditions) await decideNotes(trx, viewer.id, conditions.supplier, notes)
    if (row) await shop.jobs.add(trx, 'imports', { id })
    return row
  })
  if (!changed) return refused('import_changed', refusalMessage)
  shop.jobs.wake()
  return ok({ modifiedCount: 1 })
}

const HAS_ERRORS =
  'This file has errors, so it cannot be imported. Correct the lines that its report lists and upload it again; or, if the store was missing something, check it again.'
const STILL_RUNNING = 'The store is still working on this file. Try again when it is done.'

type Transition = {
  from: ImportStatus[]
  to: ImportStatus
  condition: typeof HAS_FILE
  refusalMessage: string
}

/** The states before and after each action, what else it needs, and the message for any other import. */
const IMPORT_TRANSITIONS: Record<ChangeImportInput['action'], Transition> = {
  check: {
    from: ['checked', 'refused', 'failed'],
    to: 'checking',
    condition: HAS_FILE,
    refusalMessage:
      'This file cannot be checked again: another admin has imported it, or it was uploaded too long ago.',
  },
  apply: {
    from: ['checked', 'failed'],
    to: 'applying',
    condition: HAS_FILE,
    refusalMessage:
      'This file can no longer be imported: another admin has imported it, or it was uploaded too long ago.',
  },
  undo: {
    from: ['applied'],
    to: 'undoing',
    condition: HAS_CHANGES,
    refusalMessage: 'This import can no longer be undone.',
  },
}
