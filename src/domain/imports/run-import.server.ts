import { sql, type Updateable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ImportsTable } from '#db/schema/imports.ts'
import { today } from '../shared/today.server.ts'
import type { Shop } from '../shop.ts'
import { readVehicles } from '../vehicles/vehicle-list.server.ts'
import { findColumn } from './csv-product-columns.ts'
import { type FileToImport, importFile } from './import-file.server.ts'
import type { ImportJournal } from './import-journal.server.ts'
import { RUNNING_STATUSES, type UndoReport } from './imported-file.ts'
import { openJournal } from './open-journal.server.ts'
import { readStoredFile } from './read-stored-file.server.ts'
import { storeRefusedLines } from './refused-lines.server.ts'
import { toStored } from './stored-report.ts'
import { undoImport } from './undo-import.server.ts'
import { uploadPictures } from './upload-pictures.server.ts'

const MAX_UNPACKED_BYTES = 256 * 2 ** 20
/** How often progress is written, in ms. */
const PROGRESS_INTERVAL_MS = 500

/** Attempts at a step. Without a limit, one that runs out of memory would crash the store at every start. */
const MAX_ATTEMPTS = 3

type ImportShop = Pick<Shop, 'db' | 'images' | 'fetchPicture' | 'appUrl' | 'publishChange' | 'content'>

/** A requested step of an import; `attempts`: those before this one. */
type RunningImport = NonNullable<Awaited<ReturnType<typeof findRunning>>>

/**
 * Checks, applies or undoes an import, as its status says: an admin has requested it. In one transaction: an
 * interrupted one is started again, at most three times if its process crashes. For a job, which one process
 * does at a time.
 * @param signal when to stop: another process, or the next start, does it again.
 */
export async function runImport(shop: ImportShop, id: string, signal: AbortSignal): Promise<void> {
  const running = await findRunning(shop.db, id)
  if (!running) return
  if (running.attempts >= MAX_ATTEMPTS) return giveUp(shop.db, running)
  await updateStep(shop.db, running, { attempts: running.attempts + 1 })
  try {
    const throwIfStopped = () => signal.throwIfAborted()
    throwIfStopped()
    if (running.status === 'undoing')
      await undoImport(shop.db, running, progressReporter(shop.db, running.id, throwIfStopped))
    else await importOne(shop, running, signal)
  } catch (error) {
    // This does not count as an attempt.
    if (signal.aborted) await updateStep(shop.db, running, { attempts: running.attempts })
    else await giveUp(shop.db, running)
    throw error
  }
  // A dry run does not change cached data.
  if (running.status !== 'checking') shop.publishChange('products')
}

/** Adds jobs for the imports that are to run, as after a restore, which empties the jobs. For a start. */
export async function resumeImports({ db, jobs }: Pick<Shop, 'db' | 'jobs'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const imports = await trx
      .selectFrom('imports')
      .select('id')
      .where('status', 'in', RUNNING_STATUSES)
      .orderBy('created_at')
      .execute()
    if (imports.length > 0) await jobs.add(trx, 'imports', ...imports)
  })
}

function findRunning(db: Database, id: string) {
  return db
    .selectFrom('imports')
    .select(['id', 'kind', 'status', 'options', 'attempts', 'applied_by', 'undone_by'])
    .select(
      sql<boolean>`exists (select from import_files where import_id = imports.id and part = 'map')`.as(
        'has_map',
      ),
    )
    .where('id', '=', id)
    .where('status', 'in', RUNNING_STATUSES)
    .executeTakeFirst()
}

/** Updates an import unless another process has taken over the step and finished it. */
async function updateStep(
  db: Database,
  { id, status }: RunningImport,
  values: Updateable<ImportsTable>,
): Promise<void> {
  await db.updateTable('imports').set(values).where('id', '=', id).where('status', '=', status).execute()
}

/** Ends a step that failed and changed nothing. A failed undo leaves the import applied, and is reported. */
async function giveUp(db: Database, running: RunningImport): Promise<void> {
  const undoReport: UndoReport = { restored: 0, kept: [], keptCount: 0, failed: true }
  const values =
    running.status === 'undoing'
      ? { status: 'applied' as const, undo_report: JSON.stringify(undoReport) }
      : { status: 'failed' as const }
  await updateStep(db, running, values)
}

async function importOne(shop: ImportShop, running: RunningImport, signal: AbortSignal): Promise<void> {
  const { db } = shop
  const throwIfStopped = () => signal.throwIfAborted()
  const leaveOut = running.status === 'applying' && running.options.leaveOut === true
  const journal = openJournal({
    idIn: () => Promise.resolve(running.id),
    actorId: running.applied_by,
    // The lines that were left out are read from it.
    keepsFile: leaveOut,
    reportProgress: progressReporter(db, running.id, throwIfStopped),
  })
  const apply = running.status === 'applying'
  const file = openUpload(shop, running, { leaveOut, signal })
  const report = await importFile(db, file, { apply, journal, today: await today(shop) })
  if (file.kind === 'products' && (!apply || leaveOut || !report.ok))
    await storeRefusedLines(db, running.id, report.canLeaveOut ? report.problems : [])
  if (leaveOut && report.ok)
    await sql`delete from import_files where import_id = ${running.id} and part <> 'refused'`.execute(db)
  // The report of an applied one is in the transaction with what it did.
  if (apply && report.ok) return
  await updateStep(db, running, {
    report: JSON.stringify(toStored(report)),
    status: report.ok ? 'checked' : 'refused',
  })
}

/** An uploaded file, as it is stored. */
function openUpload(
  { db, images, fetchPicture, appUrl }: ImportShop,
  running: RunningImport,
  { leaveOut, signal }: { leaveOut: boolean; signal: AbortSignal },
): FileToImport {
  const { id, kind, options, has_map: hasMap } = running
  const throwIfStopped = () => signal.throwIfAborted()
  const open = () => untilStopped(readStoredFile(db, id, 'file'), throwIfStopped)
  if (kind === 'vehicles') throw new Error('Vehicles are imported by the command line only')
  if (kind === 'products')
    return {
      kind,
      open,
      columns: (options.columns ?? []).map(({ heading, column }) => ({
        heading,
        column: findColumn(column) ?? null,
      })),
      guesses: true,
      leaveOut,
      pictures: uploadPictures({ images, fetchPicture, appUrl: appUrl() }, options.pictures ?? [], {
        uploadedBy: running.applied_by,
        signal,
      }),
    }
  const xml = { open, maxUnpacked: MAX_UNPACKED_BYTES, skipUnknown: options.skipUnknown === true }
  if (kind === 'pies') return { kind, ...xml }
  return {
    kind,
    ...xml,
    // Not from the cache: fitments to vehicles that it does not have yet would be refused.
    readVehicles: () => readVehicles(db),
    map: hasMap ? readStoredFile(db, id, 'map') : null,
  }
}

/** Throws when this process has to stop: reading an archive may take minutes. */
async function* untilStopped(bytes: AsyncIterable<Uint8Array>, throwIfStopped: () => void) {
  for await (const chunk of bytes) {
    throwIfStopped()
    yield chunk
  }
}

/**
 * A function that records the progress of an import now and then: not in its transaction, where other
 * connections would not see it.
 */
function progressReporter(
  db: Database,
  id: string,
  throwIfStopped: () => void,
): ImportJournal['reportProgress'] {
  let writtenAt = 0
  return async (done, total) => {
    throwIfStopped()
    if (performance.now() < writtenAt + PROGRESS_INTERVAL_MS) return
    writtenAt = performance.now()
    await db.updateTable('imports').set({ done, total }).where('id', '=', id).execute()
  }
}
