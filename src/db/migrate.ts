import { readdirSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { WITHOUT_LIMITS } from './session-settings.ts'

const migrationsDir = path.join(import.meta.dirname, 'migrations')

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

/** The number of applied migrations; 0 in a database without tables of the store. */
export async function countApplied(database: Queries): Promise<number> {
  const known = await database.query<{ found: string | null }>(
    `select to_regclass('public.migrations')::text as found`,
  )
  if (!known.rows[0]?.found) return 0
  const applied = await database.query<{ count: number }>(
    'select count(*)::int as count from public.migrations',
  )
  return applied.rows[0]?.count ?? 0
}

/**
 * Applies the missing migrations/*.sql in one transaction under an advisory lock, so that
 * several stores may start on one database: the others wait for the first.
 * @param level the target number of migrations; default all. Never reverts any.
 * @returns the names of the applied migrations.
 */
export async function migrate(pool: pg.Pool, level = countMigrations()): Promise<string[]> {
  if (await isMigrated(pool, level)) return []
  // Loaded only when needed: it costs memory that a running store does not need.
  const { runner } = await import('node-pg-migrate')
  const client = await pool.connect()
  // A lost connection also fails the running statement, which reports it.
  client.on('error', () => undefined)
  try {
    // Migrations may take longer than a request may.
    await client.query(WITHOUT_LIMITS)
    await client.query(`select pg_advisory_lock(hashtext('driveline.migrate'))`)
    // Another store may have applied some or all of them since.
    const count = level - (await countApplied(client))
    if (count <= 0) return []
    const applied = await runner({
      dbClient: client,
      dir: migrationsDir,
      migrationsTable: 'migrations',
      direction: 'up',
      count,
      singleTransaction: true,
      log: () => undefined,
    })
    return applied.map((migration) => migration.name)
  } finally {
    // The connection ends with its lock and its settings.
    client.release(true)
  }
}
