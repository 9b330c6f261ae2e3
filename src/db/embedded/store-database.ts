import { withClient } from '../with-client.ts'
import type { DatabaseCredentials } from './credentials.ts'
import { administratorUrl } from './find-running-server.ts'

/** Role and database of the store: it owns its tables and may create databases, but is not a superuser. */
const name = 'driveline'

/**
 * Makes sure that the store's role and database exist on the server, and returns the URL to connect to.
 * Repeatable.
 */
export async function ensureStoreDatabase(port: number, credentials: DatabaseCredentials): Promise<string> {
  await withClient(administratorUrl(port, credentials.administrator), async (client) => {
    const found = await client.query<{ role: boolean; base: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as base`,
      [name],
    )
    const { role, base } = found.rows[0] ?? { role: false, base: false }
    if (!role) {
      await client.query(
        `create role ${name} login createdb password ${client.escapeLiteral(credentials.store)}`,
      )
    }
    if (!base) await client.query(`create database ${name} owner ${name}`)
  })
  return `postgresql://${name}:${credentials.store}@127.0.0.1:${port}/${name}`
}

/** Whether the running server's commits survive a power cut (`fsync`). */
export async function isDurable(port: number, credentials: DatabaseCredentials): Promise<boolean> {
  const response = await withClient(administratorUrl(port, credentials.administrator), (client) =>
    client.query<{ fsync: string }>('show fsync'),
  )
  return response.rows[0]?.fsync === 'on'
}
