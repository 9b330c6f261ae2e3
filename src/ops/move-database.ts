import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readConfig } from '#config/env.ts'
import { databasePaths } from '#db/embedded/database-paths.ts'
import { lockDataFolder } from '#db/embedded/lock-data-folder.ts'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { JOB_SCHEMA } from '#db/job-queue.ts'
import { migrate } from '#db/migrate.ts'
import { appliedMigrations, listColumns, DERIVED_TABLES, PROCESS_TABLES } from './backup-format.ts'
import { fillTables } from './fill-tables.ts'
import {
  CommandRefusedError,
  inTransaction,
  openPool,
  openSnapshot,
  readArguments,
  runCommand,
} from './open-database.ts'
import { hasRows } from './restore.ts'
import { refuseWhileStoreRuns, STORE_TABLES } from './store-tables.ts'

const HELP = `Use: npx driveline move-database [--leave-mails]

Moves the embedded database of DATA_DIR into the empty one of DATABASE_URL. The store must not be running.
  --leave-mails  leaves emails behind that are not delivered yet`

/**
 * Copies every row of a store into another, empty database, in one transaction there. Unlike a backup it
 * includes sessions and tokens: no one has to sign in again. The first database is only read.
 * @returns the number of copied rows.
 * @throws CommandRefusedError, without any change: a store is running on one of the two, the tables are of
 * another version, the second already has rows, or emails are queued and may not be left behind.
 */
async function copyDatabase(from: string, to: string, leaveMails: boolean): Promise<number> {
  await using reader = await openSnapshot(from, 'driveline-move')
  await using target = openPool(to)
  await refuseWhileStoreRuns(reader)
  await refuseWhileStoreRuns(target)
  await migrate(target)
  const [old, own] = [await appliedMigrations(reader), await appliedMigrations(target)]
  if (old.join() !== own.join())
    throw new CommandRefusedError(
      'The embedded database is from another version of the store. Start the store once to update it. Nothing was moved.',
    )
  if (await hasRows(target, STORE_TABLES))
    throw new CommandRefusedError(
      'The database of DATABASE_URL is not empty: use a new one. Nothing was moved.',
    )
  const mails = await countQueuedMails(reader)
  if (mails > 0 && !leaveMails)
    throw new CommandRefusedError(
      `${mails} emails are still queued, and the queue is not moved. Start the store until they are delivered, or add ` +
        '--leave-mails to leave them behind. Nothing was moved.',
    )
  return await inTransaction(target, async (client) => {
    await fillTables(client, STORE_TABLES, async (name) => {
      if (DERIVED_TABLES.includes(name) || PROCESS_TABLES.includes(name)) return undefined
      const columns = await listColumns(reader, name)
      const stream = reader.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
      return { columns, streams: [stream], rows: () => stream.rowCount }
    })
    return countRows(client)
  })
}

/** The number of undelivered emails. Other jobs are added again by the next start. */
async function countQueuedMails(client: pg.ClientBase): Promise<number> {
  // The first start of a store makes the tables of jobs.
  if ((await listColumns(client, `${JOB_SCHEMA}.job`)).length === 0) return 0
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from ${JOB_SCHEMA}.job where name in ('mails', 'order-mails') and state in ('created', 'retry', 'active')`,
  )
  return Number(rows[0]?.count)
}

async function countRows(client: pg.ClientBase): Promise<number> {
  const moved = STORE_TABLES.filter((name) => !DERIVED_TABLES.includes(name))
  const sum = moved.map((name) => `(select count(*) from ${name})`).join(' + ')
  const { rows } = await client.query<{ sum: string }>(`select ${sum} as sum`)
  return Number(rows[0]?.sum)
}

if (import.meta.main) {
  await runCommand(HELP, async () => {
    const { values } = readArguments(HELP, {
      options: { 'leave-mails': { type: 'boolean', default: false } },
    })
    const config = readConfig()
    const target = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
    if (target === undefined)
      throw new CommandRefusedError(
        'Set DATABASE_URL to the new database: DATABASE_URL=postgres://… npx driveline move-database',
      )
    const { home } = databasePaths(config.DATA_DIR)
    if (!existsSync(home))
      throw new CommandRefusedError(`There is no embedded database in ${config.DATA_DIR}.`)
    using _lock = lockDataFolder(config.DATA_DIR)
    const rows = await moveFrom(config.DATA_DIR, target, values['leave-mails'])
    // A start without DATABASE_URL must not continue to sell from the old rows.
    const moved = `${home}-moved-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`
    await rename(home, moved)
    console.log(`Moved ${rows} rows. Start the store with this DATABASE_URL from now on.`)
    console.log(`The old database is in ${moved}. Delete it once "npx driveline verify" passes.`)
  })
}

/** The server of the old database has stopped when this returns. */
async function moveFrom(dataDir: string, target: string, leaveMails: boolean): Promise<number> {
  await using embedded = await startEmbeddedPostgres({ dataDir, log: (line) => console.log(line) })
  return await copyDatabase(embedded.url, target, leaveMails)
}
