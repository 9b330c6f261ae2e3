import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '#config/thrown-error.ts'
import { withClient } from '../with-client.ts'
import { DatabaseStartError } from './database-start-error.ts'
import { readPostmasterFile, serverOwner } from './postmaster-file.ts'

/** A PostgreSQL that accepts connections. `port` on 127.0.0.1. */
export type RunningServer = { pid: number; port: number }

/** How long to wait for a server that is starting or stopping. */
const CONNECT_TIMEOUT_MS = 60_000
/** A process with an unknown owner counts as foreign after this long without a response. */
const UNCLEAR_TIMEOUT_MS = 5_000

/**
 * Finds a server left running in this cluster: returns one that accepts connections, waits for one that is
 * starting or stopping, and removes the PID file of a dead one (then undefined). The caller holds the start
 * lock.
 * @throws DatabaseStartError when our server is there but does not respond.
 */
export async function findRunningServer(
  cluster: string,
  password: string,
): Promise<RunningServer | undefined> {
  const startedAt = performance.now()
  for (;;) {
    const pidFile = readPostmasterFile(cluster)
    if (!pidFile) return undefined
    const owner = serverOwner(pidFile.pid, cluster)
    const waited = performance.now() - startedAt
    if (owner === 'gone' || (owner === 'unclear' && waited > UNCLEAR_TIMEOUT_MS)) {
      // PostgreSQL refuses to start if another process now has that PID.
      rmSync(path.join(cluster, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (pidFile.port && (await worksInCluster(pidFile.port, cluster, password))) {
      return { pid: pidFile.pid, port: pidFile.port }
    }
    if (waited > CONNECT_TIMEOUT_MS) {
      throw new DatabaseStartError(
        `The database server of this data folder (process ${pidFile.pid}, ${pidFile.status || 'state unknown'}) does not respond. ` +
          `Stop it with "kill -INT ${pidFile.pid}" (then "kill -QUIT ${pidFile.pid}" if it stays) and start again; no stored data is lost.`,
      )
    }
    await delay(50)
  }
}

/**
 * Verifies that the server on `port` serves this folder and not a copy of it: it must read
 * back a file just written there. SCRAM sign-in proves that both sides know the password.
 */
async function worksInCluster(port: number, cluster: string, password: string): Promise<boolean> {
  const secret = randomBytes(16).toString('hex')
  const name = `driveline-proof-${process.pid}`
  try {
    writeFileSync(path.join(cluster, name), secret, { mode: 0o644 })
    const response = await withClient(administratorUrl(port, password), (client) =>
      client.query<{ text: string }>('select pg_read_file($1, true) as text', [name]),
    )
    return response.rows[0]?.text === secret
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw error
    return false
  } finally {
    rmSync(path.join(cluster, name), { force: true })
  }
}

/** URL for the administrator `postgres`, who may do everything. Stays inside this folder and its tests. */
export function administratorUrl(port: number, password: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres?connect_timeout=5`
}
