import pg from 'pg'

/**
 * What the store sets in its sessions. Not as parameters of the connection, which pgbouncer refuses.
 * @param statementMs what one statement may take.
 */
function sessionSettings(statementMs: number): [name: string, value: string][] {
  return [
    // A lock must end in an answer, not in a request that hangs. One statement may wait for several locks, each with its own limit.
    ['statement_timeout', String(statementMs)],
    ['lock_timeout', '3000'],
    ['idle_in_transaction_session_timeout', '10000'],
    // A statement that was prepared while a table was small must not read it whole when it has grown; what has no index is read
    // whole all the same. Compiling such a plan would cost more than running it.
    ['enable_seqscan', 'off'],
    ['jit', 'off'],
  ]
}

/** What a statement may take where nothing else is said, in ms. */
export const STATEMENT_MS = 6_000

/** Takes all limits away, for commands and migrations, which may take long; the role's own defaults are those of `setForRole`. */
export const WITHOUT_LIMITS =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set enable_seqscan = on; set jit = on'

/** The statements that set them for a connection of its own. */
export function settingStatements(statementMs = STATEMENT_MS): string {
  return sessionSettings(statementMs)
    .map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ')
}

/**
 * Makes them the defaults of the store's role in its database. Behind a pooler in transaction mode nothing else lasts: what one connection
 * sets is lost to it, and found by another client. Connections that the pooler has open already keep the old ones until it renews them.
 */
export async function setForRole(pool: pg.Pool): Promise<void> {
  const wanted = sessionSettings(STATEMENT_MS)
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
