import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

/** How long an import waits for another one, or for a second store starting on the same database, in ms. */
const LOCK_TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 200

/** Another import is still running. */
export class ImportsBusyError extends Error {
  override name = 'ImportsBusyError'
}

/**
 * Locks imports of parts (`import`), or of vehicles, until the transaction ends: two at a time would add the
 * same twice. Polls, since a statement that waits for a lock times out after seconds.
 * @throws ImportsBusyError after two minutes.
 */
export async function lockImports(trx: Database, scope: 'import' | 'vehicles'): Promise<void> {
  const until = performance.now() + LOCK_TIMEOUT_MS
  for (;;) {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${`driveline.${scope}`})) as locked`.execute(trx)
    if (rows[0]?.locked) return
    if (performance.now() > until)
      throw new ImportsBusyError('Another import is still running. Try again when it has finished.')
    await delay(POLL_INTERVAL_MS)
  }
}
