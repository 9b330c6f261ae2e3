import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readConfig } from '#config/env.ts'
import { syncFolder } from '#db/embedded/sync-folder.ts'
import { readBuildInfo } from '#server/metrics/build-info.ts'
import { generatedSecret } from '#server/secrets.ts'
import {
  appliedMigrations,
  BACKUP_TABLES,
  listColumns,
  type Manifest,
  fingerprintOf,
} from './backup-format.ts'
import {
  CommandRefusedError,
  openSnapshot,
  openStoreDatabase,
  readArguments,
  runCommand,
  wrongOptions,
} from './open-database.ts'

const HELP = `Use: npx driveline backup <new folder>

Writes the whole store into a new folder: every row, the pictures on the disk, and the store's own secrets.
The store may be running. Example: npx driveline backup /backups/driveline-2026-11-21`

/** Where a store is: its database, its data folder, and AUTH_SECRET, if set. */
export type StoreLocation = { databaseUrl: string; dataDir: string; authSecret: string | undefined }

/**
 * Writes a backup. All tables are from one REPEATABLE READ snapshot, which blocks nothing. The folder gets
 * its name only when complete, and only its owner can read it: it contains personal data and the store's
 * secrets.
 * @throws CommandRefusedError when the folder exists, or another backup is writing it.
 */
export async function backUp(store: StoreLocation, target: string): Promise<Manifest> {
  const folder = `${path.resolve(target)}.unfinished`
  await using client = await openSnapshot(store.databaseUrl, 'driveline-backup')
  if (!(await takeTurn(client, folder)))
    throw new CommandRefusedError(
      `Another backup into ${target} is running: wait for it, or choose another folder.`,
    )
  if (existsSync(target)) throw new CommandRefusedError(`${target} already exists; choose a new folder.`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const files: Manifest['files'] = {}
    const tables = await copyTables(client, folder, files)
    // Pictures are written before the rows that refer to them, and never change: all that the snapshot needs
    // exist already.
    await copyFiles(path.join(store.dataDir, 'images'), path.join(folder, 'images'), 'images', files)
    const authSecret = store.authSecret ?? (await generatedSecret(store.dataDir, 'auth'))
    await copyFiles(path.join(store.dataDir, 'secrets'), path.join(folder, 'secrets'), 'secrets', files)
    const manifest: Manifest = {
      format: 1,
      store: readBuildInfo(undefined).version,
      takenAt: new Date().toISOString(),
      ...tables,
      files,
      authSecret: fingerprintOf(authSecret),
    }
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), {
      mode: 0o600,
      flush: true,
    })
    await rename(folder, target)
    await syncFolder(path.dirname(path.resolve(target)))
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Whether no other backup on this machine is writing this folder. Valid until the connection ends, even by a
 * kill.
 */
async function takeTurn(client: pg.ClientBase, folder: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
    [`driveline backup ${hostname()} ${folder}`],
  )
  return rows[0]?.taken ?? false
}

async function copyTables(
  client: pg.ClientBase,
  folder: string,
  files: Manifest['files'],
): Promise<Pick<Manifest, 'migrations' | 'tables'>> {
  const migrations = await appliedMigrations(client)
  const tables: Manifest['tables'] = []
  for (const name of BACKUP_TABLES) {
    const columns = await listColumns(client, name)
    const file = `tables/${name.replaceAll('"', '')}.copy.gz`
    const hash = createHash('sha256')
    const zipped = createGzip()
    zipped.on('data', (chunk: Buffer) => hash.update(chunk))
    const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
    const out = createWriteStream(path.join(folder, file), { mode: 0o600, flush: true })
    await pipeline(rows, zipped, out)
    files[file] = hash.digest('hex')
    tables.push({ name, columns, rows: rows.rowCount, file })
  }
  await client.query('commit')
  return { migrations, tables }
}

/** Copies the finished files of a folder (unfinished ones begin with a dot) and records their hashes. */
async function copyFiles(from: string, to: string, kind: string, files: Manifest['files']): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  const names = existsSync(from) ? await readdir(from) : []
  for (const name of names.filter((found) => !found.startsWith('.'))) {
    const bytes = await readFile(path.join(from, name))
    await writeFile(path.join(to, name), bytes, { mode: 0o600, flush: true })
    files[`${kind}/${name}`] = createHash('sha256').update(bytes).digest('hex')
  }
}

if (import.meta.main) {
  await runCommand(HELP, async () => {
    const [target, ...others] = readArguments(HELP, { allowPositionals: true }).positionals
    if (target === undefined || others.length > 0)
      throw wrongOptions('Give one new folder as the target.', HELP)
    const config = readConfig()
    await using database = await openStoreDatabase(config)
    const store = { databaseUrl: database.url, dataDir: config.DATA_DIR, authSecret: config.AUTH_SECRET }
    const { tables, files } = await backUp(store, target)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Backed up ${rows} rows of ${tables.length} tables and ${Object.keys(files).length - tables.length} files into ${target}.`,
    )
    if (config.S3_BUCKET || config.IMAGE_HOST_URL)
      console.log('Pictures in a bucket or at a hosted service are not included.')
    console.log(
      config.AUTH_SECRET
        ? 'AUTH_SECRET is not included: keep it with your settings; second factors cannot be read without it.'
        : 'The backup contains the store’s secrets and personal data: keep it where only you can read it.',
    )
  })
}
