import pg from 'pg'
import { CHANGE_CHANNEL } from '#db/change-channel.ts'
import { CONNECTION_LIMITS } from './listener.ts'

/** Sends notifications on one connection, which may go through a pooler like other statements. */
export function createSender(url: string) {
  const pool = new pg.Pool({
    ...CONNECTION_LIMITS,
    connectionString: url,
    application_name: 'driveline-sender',
    max: 1,
  })
  // A broken connection fails its statement, or is replaced by the pool; without listeners Node would exit.
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => connection.on('error', () => undefined))

  return {
    /**
     * One statement, so that a pooler may use another server connection for each. A notification needs no
     * more durability than a cache, so it does not wait for the disk. A standby publishes nothing, since
     * changes are made on another server then.
     * @throws when the database is unreachable or read-only.
     */
    async send(notifications: readonly string[]) {
      const connection = await pool.connect()
      let works = false
      try {
        const { rowCount } = await connection.query(
          `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload)
           from unnest($2::text[]) as payload where current_setting('transaction_read_only') = 'off'`,
          [CHANGE_CHANNEL, notifications],
        )
        works = rowCount === notifications.length
      } finally {
        connection.release(!works)
      }
      if (!works) throw new Error('The database is read-only')
    },
    close: () => pool.end(),
  }
}
