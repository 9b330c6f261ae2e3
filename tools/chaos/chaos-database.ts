import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { openDatabaseProxy } from '../../tests/support/database-proxy.ts'

/** A durable PostgreSQL that is killed and started again while stores use it. */
export type ChaosDatabase = {
  /** Where stores connect to: the same all the time. */
  url: string
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** kill -9 of the server, and a new start on what it left. */
  kill(): Promise<void>
  /** kill -9 of one of its processes that serves a store: the server restarts itself. @returns false when there was none. */
  killBackend(): Promise<boolean>
  /** Cuts the stores' connections. */
  cut(): void
  close(): Promise<void>
}

/** Starts it in this folder. */
export async function startChaosDatabase(dataDir: string): Promise<ChaosDatabase> {
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined })
  const door = await openDatabaseProxy()
  let server = await start()
  const portOf = (url: string) => Number(new URL(url).port)
  door.leadTo(portOf(server.url))
  const url = new URL(server.url)
  url.port = String(door.port)

  /** On a connection of its own: the one before may have been killed. */
  async function query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString: server.url, application_name: 'chaos' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  return {
    url: url.href,
    query,
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      door.leadTo(null)
      // Gives up this process's use of the dead server; the new one is another.
      await server.stop()
      server = await start()
      door.leadTo(portOf(server.url))
    },
    async killBackend() {
      const [backend] = await query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'driveline' order by state <> 'active', random() limit 1`,
      )
      if (!backend || !tryKill(backend.pid)) return false
      // Until it takes connections again.
      while (!(await query('select 1').catch(() => null))) await delay(50)
      return true
    },
    cut: () => door.cut(),
    async close() {
      await door.close()
      await server.stop()
    },
  }
}

/** False when it has already ended, as connections of a killed store do. */
function tryKill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
