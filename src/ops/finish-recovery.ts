// npm run finish-recovery: after PostgreSQL's own point-in-time recovery, or any other copy of the database that is older than the store
// was (a snapshot, a dump), and before the store starts on it. Does to its rows what a restore of a backup does. Never beside a running store.
import pg from 'pg'
import { readConfig } from '#config/env.ts'
import { migrate } from '#db/migrate.ts'
import { WITHOUT_LIMITS } from '#db/session-settings.ts'
import { NOT_RESTORED } from './backup-format.ts'
import { emptyTables, refuseWhileStoreRuns } from './reset.ts'
import { COMPARES_AT_START, markRestored } from './restore.ts'
import { CommandRefused, runCommand } from './store-database.ts'

/**
 * Prepares a recovered database for the store, in one transaction: everyone signs in again, mails that were waiting are not sent (they were,
 * before the recovery), and payments are compared with the card provider's before any order is offered for payment. Repeatable.
 * @returns messages for the operator.
 * @throws CommandRefused, without any change: a store runs on it, or it holds no store.
 */
export async function finishRecovery(databaseUrl: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', () => undefined)
  try {
    await refuseWhileStoreRuns(pool)
    await refuseWithoutStore(pool)
    // It may be of before an update of the store.
    await migrate(pool)
    const lastChange = await prepare(pool)
    return [
      `The last change in this database is of ${lastChange}. Everyone has to sign in again, and mails that waited then are not sent.`,
      COMPARES_AT_START,
      'Check it with "npm run verify", then start the store.',
    ]
  } finally {
    await pool.end()
  }
}

async function refuseWithoutStore(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('public.audit_entries') is not null as there`,
  )
  if (!rows[0]?.there) throw new CommandRefused('There is no store in this database. Nothing was changed.')
}

/** @returns when the last change of money, stock or a role was made: every one is in the audit. */
async function prepare(pool: pg.Pool): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query(WITHOUT_LIMITS)
    await client.query('begin')
    await emptyTables(client, NOT_RESTORED)
    await emptyMailQueue(client)
    const { rows } = await client.query<{ at: string }>(
      `select to_char(coalesce(max(at), now()) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from audit_entries`,
    )
    const lastChange = rows[0]?.at ?? ''
    await markRestored(client, lastChange)
    await client.query('commit')
    return lastChange
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(true)
  }
}

/** The queue has its tables from the first mail on (integrations/mail). */
async function emptyMailQueue(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('mail_queue.job') is not null as there`,
  )
  if (rows[0]?.there) await client.query(`delete from mail_queue.job where name like 'mail%'`)
}

if (import.meta.main) {
  await runCommand(async () => {
    if (process.argv.length > 2)
      throw new CommandRefused('There are no options. The database is the one of DATABASE_URL.')
    const config = readConfig()
    const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
    if (url === undefined)
      throw new CommandRefused(
        'Say which database was recovered: DATABASE_URL=postgres://… npm run finish-recovery',
      )
    for (const line of await finishRecovery(url)) console.log(line)
    return true
  })
}
