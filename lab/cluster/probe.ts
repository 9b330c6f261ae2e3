import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, queryAt } from './cluster.ts'
import type { Machine } from './machine.ts'

/** A write that a machine acknowledged. `at`: ms of the run. */
export type ProbeWrite = { id: number; machine: string; at: number }

/** The maximum number of concurrent writes at one machine: each is a connection. */
const MAX_WAITING_WRITES = 8
const EVERY_MS = 500
/** A connection to a machine that hangs does not close. */
const CLOSE_MS = 5_000

/** Writes rows to a particular machine, not to the current leader. */
export type Probe = {
  /** Starts writing to this machine; returns a function that stops it. */
  begin(machine: Machine): () => Promise<void>
  acknowledged: readonly ProbeWrite[]
  /** Acknowledged writes that the cluster does not have. */
  lost(): Promise<ProbeWrite[]>
}

/**
 * Detects whether a paused or cut-off leader acknowledges writes that the others never get, as to a client
 * that still reaches it.
 * @param now ms of the run.
 */
export async function prepareProbe(cluster: Cluster, now: () => number): Promise<Probe> {
  await queryAt(cluster.adminUrl, 'create table probe (id integer primary key)')
  const acknowledged: ProbeWrite[] = []
  let nextId = 1

  async function write(machine: Machine, stopping: AbortSignal): Promise<void> {
    const id = nextId++
    const client = new pg.Client({
      host: '127.0.0.1',
      port: machine.databasePort,
      user: 'postgres',
      database: 'postgres',
      application_name: 'cluster-probe',
    })
    client.on('error', () => undefined)
    // A write that waits for the others does so until the end.
    const stop = () => void client.end().catch(() => undefined)
    stopping.addEventListener('abort', stop, { once: true })
    try {
      await client.connect()
      await client.query('insert into probe values ($1)', [id])
      acknowledged.push({ id, machine: machine.name, at: now() })
    } catch {
      // Refused, or not acknowledged: nothing was promised.
    } finally {
      stopping.removeEventListener('abort', stop)
      await client.end().catch(() => undefined)
    }
  }

  return {
    acknowledged,
    begin(machine) {
      const stopping = new AbortController()
      const waiting = new Set<Promise<void>>()
      const loop = (async () => {
        while (!stopping.signal.aborted) {
          if (waiting.size < MAX_WAITING_WRITES) {
            const writing = write(machine, stopping.signal)
            waiting.add(writing)
            void writing.finally(() => waiting.delete(writing))
          }
          await delay(EVERY_MS)
        }
      })()
      return async () => {
        stopping.abort()
        await loop
        await Promise.race([Promise.all(waiting), delay(CLOSE_MS)])
      }
    },
    async lost() {
      const rows = await queryAt<{ id: number }>(cluster.adminUrl, 'select id from probe')
      const there = new Set(rows.map(({ id }) => id))
      return acknowledged.filter(({ id }) => !there.has(id))
    },
  }
}
