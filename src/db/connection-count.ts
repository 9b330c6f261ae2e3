import { sql } from 'kysely'
import type { Database } from './connection.ts'

/**
 * Checks that the database has room for this process's connections.
 * @param needed connections in total.
 * @returns a warning for the log if it has not, else null. Requests then wait for the available connections.
 */
export async function checkConnectionCount(db: Database, needed: number): Promise<string | null> {
  const { rows } = await sql<{ allowed: number; used: number }>`
    select least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                   - coalesce(current_setting('reserved_connections', true)::int, 0),
                 nullif(role.rolconnlimit, -1), nullif(base.datconnlimit, -1)) as allowed,
           (select count(*)::int from pg_stat_activity
            where backend_type = 'client backend' and usename = current_user and application_name not like 'driveline%') as used
    from pg_roles role, pg_database base
    where role.rolname = current_user and base.datname = current_database()`.execute(db)
  const { allowed, used } = rows[0] ?? { allowed: needed, used: 0 }
  if (needed <= allowed - used) return null
  return (
    `this process uses up to ${needed} database connections, and the database has ${Math.max(0, allowed - used)} for it ` +
    `(${allowed} allowed, ${used} used by others): lower DATABASE_POOL or allow more. Requests wait for the connections there are`
  )
}
