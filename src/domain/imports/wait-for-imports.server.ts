import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

/** How long an import waits for another one, or for a second store starting on the same database, in ms. */
const WAIT_MS = 120_000
const POLL_MS = 200

/** Another import is still running. */
export class ImportsBusyError extends Error {
  override name = 'ImportsBusyError'
}

/**
 * Lets only one import at a time change parts, or vehicles, until its transaction ends: two would add the
 * same twice. Polls, since a statement that waits for a lock times out after seconds.
 * @throws ImportsBusyError after two minutes.
 */
export async function waitForImports(trx: Database, of: 'import' | 'vehicles'): Promise<void> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${`driveline.${of}`})) as locked`.execute(trx)
    if (rows[0]?.locked) return
    if (performance.now() > until)
      throw new ImportsBusyError('Another import is still running. Try again when it has finished.')
    await delay(POLL_MS)
  }
}
