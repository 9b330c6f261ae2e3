import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { startDatabaseProxy } from '../../tests/support/database-proxy.ts'

/** A durable PostgreSQL that is killed and restarted while stores use it. */
export type ChaosDatabase = {
  /** The URL to which stores connect; it never changes. */
  url: string
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** kill -9 of the server, and a restart on its data. */
  kill(): Promise<void>
  /**
   * kill -9 of one of its processes that serves a store: the server restarts itself.
   * @returns false when there was none.
   */
  killBackend(): Promise<boolean>
  /** Cuts the stores' connections. */
  cut(): void
  close(): Promise<void>
}

/** Starts it in this folder. */
export async function startChaosDatabase(dataDir: string): Promise<ChaosDatabase> {
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined })
  let server = await start()
  const proxy = await startDatabaseProxy(server.url)

  /** Runs a query on a new connection: the previous one may have been killed. */
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
    url: proxy.url,
    query,
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      proxy.cut({ refuse: true })
      // Releases this process's use of the dead server; the new one is another.
      await server.stop()
      server = await start()
      proxy.switchTo(server.url)
    },
    async killBackend() {
      const [backend] = await query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'driveline' order by state <> 'active', random() limit 1`,
      )
      if (!backend || !tryKill(backend.pid)) return false
      // Until it accepts connections again.
      while (!(await query('select 1').catch(() => null))) await delay(50)
      return true
    },
    cut: () => proxy.cut({ reset: true }),
    async close() {
      await proxy.close()
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
