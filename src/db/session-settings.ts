import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from './schema/tables.ts'

/** Session settings that differ between pools. */
export type SessionSettings = {
  /** Statement timeout in ms; 6,000 by default. */
  statementMs?: number
  /**
   * Avoids table scans if there is an index. For connections for changes: their plans are cached, and one
   * made while a table was small would keep scanning it after it has grown (decision 060).
   */
  avoidTableScans?: boolean
}

/** The settings of a session. As statements: pgbouncer refuses them as connection parameters. */
function sessionSettings({
  statementMs = 6_000,
  avoidTableScans = false,
}: SessionSettings): [name: string, value: string][] {
  return [
    // A lock must not hang a request. One statement may wait for several locks, each with its own timeout.
    ['statement_timeout', String(statementMs)],
    ['lock_timeout', '3000'],
    ['idle_in_transaction_session_timeout', '10000'],
    // Up to PostgreSQL 17, a scan of a table without a fitting index then counts as so costly that its plan
    // would be compiled.
    ...(avoidTableScans ? AVOID_TABLE_SCANS : []),
  ]
}

const AVOID_TABLE_SCANS: [string, string][] = [
  ['enable_seqscan', 'off'],
  ['jit', 'off'],
]

/**
 * Avoids table scans until a transaction ends, for one that makes tables grow: the triggers' plans are
 * cached, too.
 */
export async function avoidTableScans(trx: Kysely<Tables>): Promise<void> {
  for (const [name, value] of AVOID_TABLE_SCANS)
    await sql`select set_config(${name}, ${value}, true)`.execute(trx)
}

/**
 * Lets a transaction be idle as long as it needs, for one that works between its statements: on a busy
 * machine a first start would be ended in it, and begin again each time.
 */
export async function allowIdleTransaction(trx: Kysely<Tables>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
}

/**
 * Removes all timeouts, for commands and migrations, which may take long; the role's defaults are those of
 * `setForRole`.
 */
export const WITHOUT_LIMITS =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set enable_seqscan = on; set jit = on'

/** The statements that apply the settings to a dedicated connection. */
export function settingStatements(settings: SessionSettings = {}): string {
  return sessionSettings(settings)
    .map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ')
}

/**
 * Makes the settings the defaults of the store's role in its database: behind a pooler in transaction mode a
 * connection's own settings end up with another client. Connections that the pooler already has open use the
 * old ones until it renews them.
 */
export async function setForRole(pool: pg.Pool): Promise<void> {
  const wanted = sessionSettings({ avoidTableScans: true })
  const changes = wanted
    .map(
      ([name, value]) =>
        `execute format('alter role current_user in database %I set ${name} = ${value}', current_database());`,
    )
    .join('\n')
  const values = wanted.map(([name, value]) => pg.escapeLiteral(`${name}=${value}`)).join(', ')
  await pool.query(`do $$ begin
    -- Several stores may start at once.
    perform pg_advisory_xact_lock(hashtext('driveline.role'));
    if not exists (select from pg_db_role_setting
                   where setrole = (select oid from pg_roles where rolname = current_user)
                     and setdatabase = (select oid from pg_database where datname = current_database())
                     and setconfig @> array[${values}]) then
      ${changes}
    end if;
  end $$`)
}
