import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { WITHOUT_LIMITS } from './session-settings.ts'
import { takeOver } from './take-over.ts'

const migrationsDir = path.join(import.meta.dirname, 'migrations')
const functionsDir = path.join(import.meta.dirname, 'functions')
const MANIFEST = path.join(import.meta.dirname, '../../package.json')
/** The functions that constraints and generated columns use, so the tables need them. */
const TEXT_FUNCTIONS = 'text.sql'

export function countMigrations(): number {
  return readdirSync(migrationsDir).filter((file) => file.endsWith('.sql')).length
}

/** Executes a statement: a connection or a pool of pg, or the query builder's executor. */
type Queries = { query: <Row extends pg.QueryResultRow>(text: string) => Promise<{ rows: Row[] }> }

/**
 * True when every migration of this version (the first `level` ones) has been applied.
 * @throws when the database cannot be reached.
 */
export async function isMigrated(database: Queries, level = countMigrations()): Promise<boolean> {
  return (await countApplied(database)) >= level
}

/** The number of applied migrations; 0 in a database without tables of this or a later version. */
export async function countApplied(database: Queries): Promise<number> {
  if (!(await exists(database, 'store_migrations'))) return 0
  const applied = await database.query<{ count: number }>(
    'select count(*)::int as count from public.store_migrations',
  )
  return applied.rows[0]?.count ?? 0
}

/**
 * Applies the missing migrations/*.sql, then functions/*.sql if their text has changed, under an advisory
 * lock: several stores may start on one database, and the others wait for the first. A failure leaves the
 * tables as they were.
 * @param level the target number of migrations; default all. Never reverts any. Below all of them, functions
 * and triggers are left out: they may use later tables.
 * @returns the names of the applied migrations.
 * @throws OlderStoreError for tables that this version cannot update.
 */
export async function migrate(pool: pg.Pool, level = countMigrations()): Promise<string[]> {
  const functions = level < countMigrations() ? null : readFunctions()
  if ((await isMigrated(pool, level)) && (!functions || (await isKnown(pool, functions)))) return []
  const client = await pool.connect()
  // A lost connection also fails the running statement, which reports it.
  client.on('error', () => undefined)
  try {
    // Migrations may take longer than a request may.
    await client.query(WITHOUT_LIMITS)
    await client.query(`select pg_advisory_lock(hashtext('driveline.migrate'))`)
    const applied = await applyMigrations(client, level)
    // Another store may have applied them since.
    if (functions && !(await isKnown(client, functions))) await applyFunctions(client, functions)
    return applied
  } finally {
    // The connection ends with its lock and its settings.
    client.release(true)
  }
}

async function applyMigrations(client: pg.PoolClient, level: number): Promise<string[]> {
  await client.query('begin')
  await takeOver(client)
  const count = level - (await countApplied(client))
  if (count <= 0) {
    await client.query('commit')
    return []
  }
  await client.query(readFileSync(path.join(functionsDir, TEXT_FUNCTIONS), 'utf8'))
  // Loaded only when needed: it costs memory that a running store does not need.
  const { runner } = await import('node-pg-migrate')
  // Its commit, or its rollback, ends the transaction begun above.
  const applied = await runner({
    dbClient: client,
    dir: migrationsDir,
    migrationsTable: 'store_migrations',
    direction: 'up',
    count,
    singleTransaction: true,
    log: () => undefined,
  })
  return applied.map((migration) => migration.name)
}

/** The texts of functions/*.sql; a hash of them and the version, which may return to earlier texts. */
type Functions = { texts: string[]; hash: string }

function readFunctions(): Functions {
  const files = readdirSync(functionsDir).filter((file) => file !== TEXT_FUNCTIONS)
  const texts = [TEXT_FUNCTIONS, ...files.toSorted()].map((file) =>
    readFileSync(path.join(functionsDir, file), 'utf8'),
  )
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }
  return {
    texts,
    hash: createHash('sha256')
      .update([version, ...texts].join('\0'))
      .digest('hex'),
  }
}

/**
 * Whether these functions have been applied, even if later ones replaced them: a process of the version
 * before that starts again during an update must not bring its own back.
 */
async function isKnown(database: Queries, { hash }: Functions): Promise<boolean> {
  if (!(await exists(database, 'store_functions'))) return false
  const { rows } = await database.query(`select from public.store_functions where hash = '${hash}'`)
  return rows.length > 0
}

async function applyFunctions(client: pg.PoolClient, { texts, hash }: Functions): Promise<void> {
  await client.query('begin')
  await client.query(
    'create table if not exists public.store_functions (hash text primary key, applied_at timestamptz not null default now())',
  )
  for (const text of texts) await client.query(text)
  await client.query('insert into public.store_functions (hash) values ($1)', [hash])
  await client.query('commit')
}

async function exists(database: Queries, table: string): Promise<boolean> {
  const { rows } = await database.query<{ found: string | null }>(
    `select to_regclass('public.${table}')::text as found`,
  )
  return (rows[0]?.found ?? null) !== null
}
