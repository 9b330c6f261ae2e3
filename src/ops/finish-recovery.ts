// npm run finish-recovery: after PostgreSQL's own point-in-time recovery, or any other copy of the database that is older than the store
// was (a snapshot, a dump), and before the store starts on it. Does to its rows what a restore of a backup does. Never beside a running store.
import type pg from 'pg'
import { readConfig } from '#config/env.ts'
import { migrate } from '#db/migrate.ts'
import { columnsOf, NOT_RESTORED } from './backup-format.ts'
import { emptyTables, refuseWhileStoreRuns } from './reset.ts'
import { COMPARES_AT_START, markRestored } from './restore.ts'
import { CommandRefusedError, inTransaction, openPool, runCommand } from './store-database.ts'

/**
 * Prepares a recovered database for the store, in one transaction: everyone signs in again, mails that were waiting are not sent (they were,
 * before the recovery), and payments are compared with the card provider's before any order is offered for payment. Repeatable.
 * @returns messages for the operator.
 * @throws CommandRefusedError, without any change: a store runs on it, or it holds no store.
 */
export async function finishRecovery(databaseUrl: string): Promise<string[]> {
  await using pool = openPool(databaseUrl)
  await refuseWhileStoreRuns(pool)
  if ((await columnsOf(pool, 'public.audit_entries')).length === 0)
    throw new CommandRefusedError('There is no store in this database. Nothing was changed.')
  // It may be of before an update of the store.
  await migrate(pool)
  const lastChange = await inTransaction(pool, prepare)
  return [
    `The last change in this database is of ${lastChange}. Everyone has to sign in again, and mails that waited then are not sent.`,
    COMPARES_AT_START,
    'Check it with "npm run verify", then start the store.',
  ]
}

/** @returns when the last change of money, stock or a role was made: every one is in the audit. */
async function prepare(client: pg.ClientBase): Promise<string> {
  await emptyTables(client, NOT_RESTORED)
  // The queue has its tables from the first mail on (integrations/mail).
  if ((await columnsOf(client, 'mail_queue.job')).length > 0)
    await client.query(`delete from mail_queue.job where name like 'mail%'`)
  const { rows } = await client.query<{ at: string }>(
    `select to_char(coalesce(max(at), now()) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from audit_entries`,
  )
  const lastChange = rows[0]?.at ?? ''
  await markRestored(client, lastChange)
  return lastChange
}

if (import.meta.main) {
  await runCommand(async () => {
    if (process.argv.length > 2)
      throw new CommandRefusedError('There are no options. The database is the one of DATABASE_URL.')
    const config = readConfig()
    const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
    if (url === undefined)
      throw new CommandRefusedError(
        'Say which database was recovered: DATABASE_URL=postgres://… npm run finish-recovery',
      )
    for (const line of await finishRecovery(url)) console.log(line)
  })
}
