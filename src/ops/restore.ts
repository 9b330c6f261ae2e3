import { createReadStream, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { readConfig } from '#config/env.ts'
import { lockDataFolder } from '#db/embedded/lock-data-folder.ts'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { countMigrations, migrate } from '#db/migrate.ts'
import {
  appliedMigrations,
  BACKUP_TABLES,
  checkFiles,
  listColumns,
  type Manifest,
  fingerprintOf,
  migrationsOf,
  readManifest,
} from './backup-format.ts'
import type { StoreLocation } from './backup.ts'
import { fillTables, type TableSource } from './fill-tables.ts'
import {
  CommandRefusedError,
  inTransaction,
  openPool,
  readArguments,
  runCommand,
  wrongOptions,
} from './open-database.ts'
import { refuseWhileStoreRuns, STORE_TABLES } from './store-tables.ts'

const HELP = `Use: npx driveline restore <backup> [--replace]

Restores a backup into an empty store, all of it or nothing. The store must not be running.
  --replace  replaces everything in a store that is not empty
Example: npx driveline restore /backups/driveline-2026-11-21`

/** What an operator must know about a restored store. */
export const COMPARES_AT_START =
  'At its next start it compares its payments with the card provider’s: charges made since are adopted, and refunded if their order is ' +
  'not in it. Never start a copy with the card provider’s live keys while the original keeps selling.'

/**
 * Restores the backup in `folder`. The database changes in one transaction, after every file was verified.
 * Pictures are written before it, secrets after it.
 * @param options.replace replaces the store's current data.
 * @returns messages for the operator.
 * @throws CommandRefusedError, without any change: the backup is damaged, newer, or of another version than
 * an existing store; or the store is running or not empty.
 */
export async function restore(
  store: StoreLocation,
  folder: string,
  { replace = false } = {},
): Promise<string[]> {
  const manifest = await readManifest(folder)
  await checkFiles(folder, manifest)
  await using pool = openPool(store.databaseUrl)
  await refuseWhileStoreRuns(pool)
  if (!replace && (await hasRows(pool, await presentTables(pool))))
    throw new CommandRefusedError(
      'This store is not empty. To replace everything in it with the backup, add --replace. Nothing was changed.',
    )
  await bringToLevelOf(pool, manifest)
  const tables = await presentTables(pool)
  await refuseOtherColumns(pool, tables, manifest)
  await putFiles(folder, 'images', store.dataDir, manifest)
  const secrets = await putFiles(folder, 'secrets', store.dataDir, manifest)
  const sourceOf = async (name: string): Promise<TableSource | undefined> => {
    const table = manifest.tables.find((one) => one.name === name)
    if (!table) return undefined
    const streams: TableSource['streams'] = [createReadStream(path.join(folder, table.file)), createGunzip()]
    return { columns: table.columns, streams, rows: () => table.rows }
  }
  await inTransaction(pool, async (client) => {
    await fillTables(client, tables, sourceOf)
    if (tables.includes('provider_account')) await markRestored(client, manifest.takenAt)
  })
  for (const secret of secrets) await rename(`${secret}.restored`, secret)
  const migrated = await migrate(pool)
  // The rows of an older version are indexed now that the functions are there.
  if (migrated.length > 0) await pool.query('select rebuild_product_search()')
  await markRestored(pool, manifest.takenAt)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const hasOtherSecret =
    store.authSecret !== undefined && fingerprintOf(store.authSecret) !== manifest.authSecret
  return [
    `Restored ${rows} rows of ${manifest.tables.length} tables, as they were at ${manifest.takenAt}.`,
    ...(hasOtherSecret
      ? ['AUTH_SECRET differs from the one at the time of the backup: it cannot read second factors.']
      : []),
    COMPARES_AT_START,
    'All users have to sign in again. Check it with "npx driveline verify", then start the store.',
  ]
}

/**
 * A new database gets the backup's migrations first; newer ones are applied after its rows, as in an update.
 */
async function bringToLevelOf(pool: pg.Pool, manifest: Manifest): Promise<void> {
  const migrations = migrationsOf(manifest)
  const level = migrations.length
  if (level > countMigrations())
    throw new CommandRefusedError(
      `This backup was made by a newer version of the store (${manifest.store}). Update the store first. Nothing was changed.`,
    )
  await migrate(pool, level)
  const applied = await appliedMigrations(pool)
  if (applied.join() !== migrations.join())
    throw new CommandRefusedError(
      `This backup was made by an older version of the store (${manifest.store}) than the one here. Restore it into a new, empty ` +
        'DATA_DIR or DATABASE_URL: it is updated there. Nothing was changed.',
    )
}

/** The store’s tables at the current migration level. */
async function presentTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [STORE_TABLES],
  )
  return rows.map(({ name }) => name)
}

/**
 * The names in the manifest become part of SQL, so only a table's own columns, as quoted by the database, are
 * allowed.
 */
async function refuseOtherColumns(
  pool: pg.Pool,
  tables: readonly string[],
  manifest: Manifest,
): Promise<void> {
  const damaged = (what: string) =>
    new CommandRefusedError(`The manifest of this backup is damaged: ${what}. Nothing was changed.`)
  for (const { name, columns } of manifest.tables) {
    if (!tables.includes(name) || !BACKUP_TABLES.includes(name))
      throw damaged('it lists a table that no backup contains')
    const own = await listColumns(pool, name)
    if (columns.toSorted().join('\0') !== own.toSorted().join('\0'))
      throw damaged(`its columns of ${name} are not those of the table`)
  }
}

/** Whether a table has rows other than those of a new store. */
export async function hasRows(pool: pg.Pool, tables: readonly string[]): Promise<boolean> {
  const own = tables.filter((table) => table !== 'order_mail_position')
  const filled = own.map((table) => `exists (select from ${table})`).join(' or ')
  const { rows } = await pool.query<{ filled: boolean }>(`select ${filled || 'false'} as filled`)
  return rows[0]?.filled ?? false
}

/**
 * Copies files of the backup atomically; secrets are renamed later.
 * @returns their final paths.
 */
async function putFiles(
  folder: string,
  kind: 'images' | 'secrets',
  dataDir: string,
  manifest: Manifest,
): Promise<string[]> {
  const to = path.join(dataDir, kind)
  const places: string[] = []
  const isSecret = kind === 'secrets'
  await mkdir(to, { recursive: true, ...(isSecret && { mode: 0o700 }) })
  for (const file of Object.keys(manifest.files).filter((name) => name.startsWith(`${kind}/`))) {
    const place = path.join(to, path.basename(file))
    places.push(place)
    // A picture's name is the hash of its content.
    if (!isSecret && existsSync(place)) continue
    const unfinished = path.join(to, `.${path.basename(file)}`)
    await copyFile(path.join(folder, file), unfinished)
    await chmod(unfinished, isSecret ? 0o600 : 0o644)
    await rename(unfinished, isSecret ? `${place}.restored` : place)
  }
  return places
}

/**
 * Charges made since then are missing: the store reconciles its payments with the card provider before it
 * accepts payments again. In the transaction of the rows; for a backup without this table, after the
 * migrations.
 * @param takenAt when the restored rows were current; anything that PostgreSQL reads as a time.
 */
export async function markRestored(database: Pick<pg.ClientBase, 'query'>, takenAt: string): Promise<void> {
  // A day earlier, for clock skew between store, database and provider.
  await database.query(
    `insert into provider_account (compare_from) values ($1::timestamptz - interval '1 day')
     on conflict (only_row) do update set compare_from = least(provider_account.compare_from, excluded.compare_from)`,
    [takenAt],
  )
}

if (import.meta.main) {
  await runCommand(HELP, async () => {
    const { values, positionals } = readArguments(HELP, {
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    })
    const [folder, ...others] = positionals
    if (folder === undefined || others.length > 0) throw wrongOptions('Give one backup.', HELP)
    const config = readConfig()
    using _lock = lockDataFolder(config.DATA_DIR)
    await using embedded = config.DATABASE_URL
      ? null
      : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: (line) => console.log(line) })
    const store = {
      databaseUrl: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? embedded?.url ?? '',
      dataDir: config.DATA_DIR,
      authSecret: config.AUTH_SECRET,
    }
    for (const line of await restore(store, folder, values)) console.log(line)
  })
}
