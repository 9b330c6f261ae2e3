import type pg from 'pg'
import type { Config } from '#config/config.ts'
import { codeOf } from '#config/thrown-error.ts'
import { checkConnectionCount } from '#db/connection-count.ts'
import { connect } from '#db/connection.ts'
import { countApplied, countMigrations } from '#db/migrate.ts'
import { DatabaseUnusableError, requireNotifications, requireUsable } from '#db/prepare-database.ts'
import { openPool } from '../open-database.ts'
import { CheckFailedError, type ServiceCheck, TRY_TIMEOUT_MS, whyUnreachable } from './check.ts'

/**
 * Maximum difference of the clocks, in ms: sessions and holds end by the database's clock, certificates and
 * logs use this machine's.
 */
const MAX_CLOCK_DIFFERENCE_MS = 5_000

/**
 * Connects by both URLs, and checks version, rights, notifications, migrations, connections and clock.
 * Changes nothing.
 */
export const database: ServiceCheck = {
  name: 'database',
  isUsed: ({ DATABASE_URL }) => DATABASE_URL !== undefined,
  async run(config) {
    const { DATABASE_URL: url = '', DATABASE_DIRECT_URL: directUrl = url } = config
    await using usual = openProbe(url)
    await using direct = openProbe(directUrl)
    try {
      await connectOrThrow(
        direct,
        directUrl,
        config.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
      )
      if (directUrl !== url) await connectOrThrow(usual, url, 'DATABASE_URL')
      await requireUsable(direct)
      await requireNotifications(direct, usual, TRY_TIMEOUT_MS)
      const { version, tables } = await inspectDatabase(direct)
      const tooFew = await connectionProblem(config, directUrl)
      if (tooFew !== null) throw new CheckFailedError(tooFew)
      const way = directUrl === url ? '' : ', through a pooler'
      return `PostgreSQL ${version} at ${describeDatabase(url)}${way}; notifications arrive; ${tables}`
    } catch (error) {
      if (error instanceof DatabaseUnusableError) throw new CheckFailedError(error.message, { cause: error })
      if (codeOf(error) === '25006')
        throw new CheckFailedError(
          `${describeDatabase(url)} accepts no changes: it is a standby. Set DATABASE_URL to the primary.`,
          { cause: error },
        )
      throw error
    }
  },
}

/** Only host, port and name, since the URL contains a password. */
export function describeDatabase(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host || 'this machine'}${pathname}`
}

/** A connection of the doctor, with its timeouts. */
export const openProbe = (url: string) =>
  openPool(url, {
    max: 1,
    connectionTimeoutMillis: TRY_TIMEOUT_MS,
    query_timeout: TRY_TIMEOUT_MS,
    application_name: 'driveline doctor',
  })

/**
 * @throws CheckFailedError when the server is unreachable; `setting` is the name of the setting with its URL.
 */
export async function connectOrThrow(pool: pg.Pool, url: string, setting: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    const code = codeOf(error)
    const address = describeDatabase(url)
    const why = code.startsWith('28')
      ? `it refuses the login: check the user and the password in ${setting}`
      : code.startsWith('3D')
        ? `it has no such database: create it, or correct the name at the end of ${setting}`
        : code === '53300'
          ? 'it has no connection left: raise max_connections, or close some'
          : code === '57P03'
            ? 'it is starting up or shutting down: try again in a moment'
            : /timeout/i.test(String(error))
              ? `no response within ${TRY_TIMEOUT_MS / 1_000} s: check for a firewall in between`
              : /does not support SSL/i.test(String(error))
                ? `it does not speak TLS: remove sslmode from ${setting}`
                : (whyUnreachable(error) ?? `it failed with ${code || 'an unknown error'}`)
    throw new CheckFailedError(`${address} cannot be used: ${why}.`, { cause: error })
  }
}

/** @throws CheckFailedError for missing rights, tables of a newer version, and a wrong clock. */
async function inspectDatabase(pool: pg.Pool): Promise<{ version: string; tables: string }> {
  const askedAt = Date.now()
  const { rows } = await pool.query<{
    version: string
    now: string
    schemas: boolean
    tables: boolean
    role: string
    name: string
  }>(
    `select current_setting('server_version') as version, extract(epoch from clock_timestamp()) * 1000 as now,
            has_database_privilege(current_database(), 'create') as schemas,
            has_schema_privilege('public', 'create') as tables,
            current_user as role, current_database() as name`,
  )
  const [found] = rows
  if (!found) throw new CheckFailedError('it returned no row')
  const answeredAt = Date.now()
  const ahead = Math.max(Number(found.now) - answeredAt, askedAt - Number(found.now))
  if (ahead > MAX_CLOCK_DIFFERENCE_MS)
    throw new CheckFailedError(
      `the clock of this machine and the database’s are ${Math.round(ahead / 1_000)} s apart: set both by NTP.`,
    )
  if (!found.schemas || !found.tables)
    throw new CheckFailedError(
      `the user ${found.role} cannot create ${found.schemas ? 'tables' : 'schemas'}: make it the owner of the database (ALTER DATABASE "${found.name}" OWNER TO "${found.role}").`,
    )
  const applied = await countApplied(pool)
  if (applied === 0) return { version: found.version, tables: 'empty; the first start creates its tables' }
  const missing = countMigrations() - applied
  if (missing < 0)
    throw new CheckFailedError(
      'its tables are from a newer version of the store: update the store on this machine.',
    )
  const tables = missing === 0 ? 'its tables are up to date' : `the next start applies ${missing} migrations`
  return { version: found.version, tables }
}

/** The warning that the store itself logs at its start. */
async function connectionProblem(config: Config, url: string): Promise<string | null> {
  const { connectionsNeeded } = await import('#server/open-store.ts')
  await using connection = connect(url, { max: 1 })
  return await checkConnectionCount(connection.db, connectionsNeeded(config))
}
