import pg from 'pg'
import { CHANGE_CHANNEL } from '#db/change-channel.ts'

/** Timeout of a connection attempt and of a statement, in ms. */
const TIMEOUT_MS = 3_000
/** Settings by which both connections of a channel detect that the database is down. */
export const CONNECTION_LIMITS = {
  keepAlive: true,
  connectionTimeoutMillis: TIMEOUT_MS,
  query_timeout: TIMEOUT_MS,
}
/**
 * How the connection's application_name begins; the process's id follows. `npm run reset` recognizes a
 * running store by it.
 */
export const LISTENER_NAME = 'driveline-changes'

/** A connection on which notifications arrive. */
export type Listener = {
  /** When it began to listen: performance.now(). */
  since: number
  /** The other processes that listened already, by their ids. */
  others: ReadonlySet<string>
  /** Nothing arrives afterward. */
  close(): Promise<void>
}

/**
 * @param self the id of this process.
 * @param on.lost called once when the connection ends without `close`.
 * @throws when the database is unreachable.
 */
export async function openListener(
  url: string,
  self: string,
  on: { notification: (payload: string) => void; lost: () => void },
): Promise<Listener> {
  const connection = new pg.Client({
    ...CONNECTION_LIMITS,
    connectionString: url,
    application_name: `${LISTENER_NAME} ${self}`,
  })
  let isClosed = false
  const close = async () => {
    isClosed = true
    // A broken connection cannot say goodbye.
    await connection.end().catch(() => undefined)
  }
  // The event 'end' follows; without a listener Node would exit.
  connection.on('error', () => undefined)
  connection.on('notification', ({ payload = '' }) => {
    if (!isClosed) on.notification(payload)
  })
  try {
    await connection.connect()
    await connection.query(`listen ${CHANGE_CHANNEL}`)
    const others = await otherListeners(connection)
    connection.on('end', () => {
      if (!isClosed) on.lost()
    })
    return { since: performance.now(), others, close }
  } catch (error) {
    void close()
    throw error
  }
}

async function otherListeners(connection: pg.Client): Promise<Set<string>> {
  const { rows } = await connection.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1) and pid <> pg_backend_pid()`,
    [LISTENER_NAME],
  )
  return new Set(rows.map(({ name }) => name.slice(LISTENER_NAME.length + 1)))
}
