import type pg from 'pg'
import { readConfig } from '#config/env.ts'
import { migrate } from '#db/migrate.ts'
import { listColumns, NOT_RESTORED } from './backup-format.ts'
import { CommandRefusedError, inTransaction, openPool, readArguments, runCommand } from './open-database.ts'
import { COMPARES_AT_START, markRestored } from './restore.ts'
import { emptyTables, refuseWhileStoreRuns } from './store-tables.ts'

const HELP = `Use: npx driveline finish-recovery

Prepares the database of DATABASE_URL for the store: after PostgreSQL's own point-in-time recovery, or after
the database was replaced by any other older copy (a snapshot, a dump), and before the store starts on it.
Does to its rows what a restore of a backup does. The store must not be running.`

/**
 * Prepares a recovered database for the store, in one transaction: everyone signs in again, queued emails are
 * not sent (they were sent before the recovery), and payments are compared with the card provider's before
 * any order is offered for payment. Repeatable.
 * @returns messages for the operator.
 * @throws CommandRefusedError, without any change: a store is running on it, or it does not contain a store.
 */
export async function finishRecovery(databaseUrl: string): Promise<string[]> {
  await using pool = openPool(databaseUrl)
  await refuseWhileStoreRuns(pool)
  if ((await listColumns(pool, 'public.audit_entries')).length === 0)
    throw new CommandRefusedError('There is no store in this database. Nothing was changed.')
  // The copy may be older than an update of the store.
  await migrate(pool)
  const lastChange = await inTransaction(pool, prepare)
  return [
    `The last change in this database is from ${lastChange}. Everyone has to sign in again, and emails that were queued then are not sent.`,
    COMPARES_AT_START,
    'Check it with "npx driveline verify", then start the store.',
  ]
}

/** @returns the time of the last change of money, stock or a role, all of which are in the audit. */
async function prepare(client: pg.ClientBase): Promise<string> {
  await emptyTables(client, NOT_RESTORED)
  const { rows } = await client.query<{ at: string }>(
    `select to_char(coalesce(max(at), now()) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from audit_entries`,
  )
  const lastChange = rows[0]?.at ?? ''
  await markRestored(client, lastChange)
  return lastChange
}

if (import.meta.main) {
  await runCommand(HELP, async () => {
    readArguments(HELP, {})
    const config = readConfig()
    const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
    if (url === undefined)
      throw new CommandRefusedError(
        'Set DATABASE_URL to the recovered database: DATABASE_URL=postgres://… npx driveline finish-recovery',
      )
    for (const line of await finishRecovery(url)) console.log(line)
  })
}
