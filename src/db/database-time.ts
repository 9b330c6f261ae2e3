import { sql } from 'kysely'
import type { Database } from './connection.ts'

/**
 * The database's clock, which all processes share, so that a wrong clock of one machine has no effect. `ms`
 * since 1970; `exact` as text, to the microsecond.
 */
export async function databaseTime(db: Database): Promise<{ ms: number; exact: string }> {
  const { rows } = await sql<{ ms: number; exact: string }>`
    select extract(epoch from now)::float8 * 1000 as ms, now::text as exact from clock_timestamp() as now`.execute(
    db,
  )
  return rows[0] ?? { ms: Date.now(), exact: '' }
}
