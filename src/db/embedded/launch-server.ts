import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabasePaths } from './database-paths.ts'
import { DatabaseStartError } from './database-start-error.ts'
import { explainFailure } from './explain-failure.ts'
import type { RunningServer } from './find-running-server.ts'
import { freePort } from './free-port.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { clusterArgument, serverCommand, serverEnvironment, type ServerAccount } from './server-account.ts'
import { serverSettings } from './server-settings.ts'

/** The log is rotated above this size; one old log is retained. */
const MAX_LOG_BYTES = 5_000_000
/** Timeout of crash recovery, in ms: it replays the log since the last checkpoint. */
const RECOVERY_TIMEOUT_MS = 10 * 60_000
/** Another program bound the port, or a server of this folder is starting or stopping. */
const TRANSIENT_FAILURE =
  /Address already in use|lock file "postmaster.pid" already exists|pre-existing shared memory block|is another postmaster/i

/** A cluster and how to run it. `libraries` are loaded besides the store's own. */
export type Cluster = {
  paths: DatabasePaths
  account: ServerAccount
  durable: boolean
  libraries: readonly string[]
}

/**
 * Starts PostgreSQL on this cluster, on `wantedPort` or a free one, and waits until it accepts connections.
 * undefined: a transient failure: look for a running server again and retry. The server keeps running when
 * this process ends, and receives no signals from the terminal.
 * @throws DatabaseStartError for any other reason.
 */
export async function launchServer(
  { paths, account, durable, libraries }: Cluster,
  log: (line: string) => void,
  wantedPort?: number,
): Promise<RunningServer | undefined> {
  const port = wantedPort ?? (await freePort())
  const oldLogBytes = beginLog(paths.serverLog)
  const handle = openSync(paths.serverLog, 'a', 0o600)
  const { file, args, ...rights } = serverCommand(account, account.binaries.postgres, [
    '-D',
    clusterArgument(account, paths.cluster),
    ...serverSettings(port, durable, libraries),
  ])
  const server = spawn(file, args, {
    ...rights,
    cwd: paths.cluster,
    // Its own session: only the store receives Ctrl-C, and stops the database last.
    detached: true,
    env: serverEnvironment,
    // A file, not a pipe: the server must be able to log after the store has ended.
    stdio: ['ignore', handle, handle],
  })
  closeSync(handle)
  const output = await untilReady(server, paths.cluster, log)
  if (output === undefined && server.pid !== undefined) {
    server.unref()
    return { pid: server.pid, port }
  }
  const text = `${output ?? ''}\n${readFileSync(paths.serverLog).subarray(oldLogBytes).toString('utf8')}`
  if (TRANSIENT_FAILURE.test(text)) return undefined
  throw explainFailure('The database server could not be started', text)
}

/** Returns undefined when the server is ready; otherwise how it ended. */
async function untilReady(
  server: ChildProcess,
  cluster: string,
  log: (line: string) => void,
): Promise<string | undefined> {
  let ended: string | undefined
  server.on('error', (error) => (ended = error.message))
  server.on('exit', (code, signal) => (ended = `(ended with ${signal ?? `code ${code}`})`))
  const startedAt = performance.now()
  let lastLoggedAt = startedAt
  while (ended === undefined) {
    const pidFile = readPostmasterFile(cluster)
    if (pidFile?.pid === server.pid && pidFile?.status === 'ready') return undefined
    const now = performance.now()
    if (now - lastLoggedAt > 5_000) {
      lastLoggedAt = now
      log(`The database is recovering from a crash (${Math.round((now - startedAt) / 1_000)} s so far) …`)
    }
    if (now - startedAt > RECOVERY_TIMEOUT_MS) {
      throw new DatabaseStartError(
        `The database server (process ${server.pid}) is still not ready after ${RECOVERY_TIMEOUT_MS / 60_000} minutes. It continues on its own: start the store again later.`,
      )
    }
    await delay(10)
  }
  return ended
}

/** Size of the log in bytes before this start, after rotating a long one. */
function beginLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= MAX_LOG_BYTES) return size
  renameSync(file, `${file}.1`)
  return 0
}
