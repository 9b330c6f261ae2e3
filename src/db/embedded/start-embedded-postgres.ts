import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createCluster, removeUnfinishedClusters } from './create-cluster.ts'
import { readCredentials, type DatabaseCredentials } from './credentials.ts'
import { databasePaths, type DatabasePaths } from './database-paths.ts'
import { DatabaseStartError } from './database-start-error.ts'
import { explainFailure } from './explain-failure.ts'
import { administratorUrl, findRunningServer, type RunningServer } from './find-running-server.ts'
import { tryLock, waitForLock, type FolderLock } from './folder-lock.ts'
import { type Cluster, launchServer } from './launch-server.ts'
import { ownCluster } from './own-cluster.ts'
import { serverOwner } from './postmaster-file.ts'
import { chooseServerAccount } from './server-account.ts'
import { stopServer } from './stop-server.ts'
import { ensureStoreDatabase, isDurable } from './store-database.ts'
import { superviseServer } from './supervise-server.ts'

/** A running PostgreSQL 18 of the store's own. The end of its `await using` stops it, too. */
export type EmbeddedPostgres = AsyncDisposable & {
  /** The store's URL: role and database `driveline`, owner of its tables, may create databases. */
  url: string
  /** The superuser's URL, for benchmarks and tests; never for the store. */
  adminUrl: string
  /** Process id of the server; changes when the server is restarted. */
  readonly pid: number
  /** True if the server was already running: left by a killed store, or in use by another process. */
  reused: boolean
  /** Until `stop`: restarts the server on the same port whenever it ends unexpectedly. */
  supervise(log: (line: string) => void): void
  /**
   * Stops the server, unless another process still uses it (the last one stops it). Close the connections
   * first. Repeatable.
   */
  stop(): Promise<void>
}

/** How long to wait for another process that is starting or stopping the same database. */
const START_LOCK_TIMEOUT_MS = 120_000
const MAX_START_ATTEMPTS = 40

/**
 * Starts the database of a data folder, creates it on first use, or joins a running one; several processes
 * may share it. Recovers from kill -9, power cuts and unfinished creation.
 * @param options.dataDir the store's data folder (`DATA_DIR`), created when missing; the database lives in
 * `postgres` inside it.
 * @param options.log receives one line per step that takes time.
 * @param options.durable false for temporary databases: fast, but a power cut may lose them. Default true.
 * @param options.libraries loaded when this starts PostgreSQL (`shared_preload_libraries`), for benchmarks.
 * @throws DatabaseStartError, its message for the operator.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
  durable?: boolean
  libraries?: readonly string[]
}): Promise<EmbeddedPostgres> {
  const paths = databasePaths(options.dataDir)
  try {
    await mkdir(paths.dataDir, { recursive: true, mode: 0o700 })
    return await withStartLock(paths, () => start(paths, options))
  } catch (error) {
    if (error instanceof DatabaseStartError || !(error instanceof Error)) throw error
    throw explainFailure(`The database in ${paths.home} could not be started`, error.message)
  }
}

async function start(
  paths: DatabasePaths,
  { durable = true, libraries = [], log }: Parameters<typeof startEmbeddedPostgres>[0],
): Promise<EmbeddedPostgres> {
  await removeUnfinishedClusters(paths.dataDir)
  const account = chooseServerAccount(paths.dataDir)
  if (!existsSync(paths.home)) {
    log('Creating the database …')
    await createCluster(paths, account, durable)
  }
  const credentials = readCredentials(paths.credentials)
  const cluster = { paths, account, durable, libraries, credentials }
  return joinServer(cluster, await findOrLaunch(cluster, log))
}

type OpenCluster = Cluster & { credentials: DatabaseCredentials }
type FoundServer = RunningServer & { reused: boolean }

/**
 * The server that runs in the cluster, or a new one. The caller holds the start lock.
 * @param port required; a server that was started on another port is replaced.
 */
async function findOrLaunch(
  cluster: OpenCluster,
  log: (line: string) => void,
  port?: number,
): Promise<FoundServer> {
  const { paths, account } = cluster
  for (let attempt = 1; attempt <= MAX_START_ATTEMPTS; attempt += 1) {
    const found = await findUsableServer(cluster)
    if (found && (port ?? found.port) === found.port) return { ...found, reused: true }
    if (found) await stopServer(paths.cluster, found.pid)
    await ownCluster(paths.cluster, account)
    const launched = await launchServer(cluster, log, port)
    if (launched) return { ...launched, reused: false }
    await delay(250)
  }
  throw new DatabaseStartError(
    `The database in ${paths.home} could not be started: remains of an earlier server cannot be removed. See ${paths.serverLog}.`,
  )
}

/** A running server with the requested durability; one with the other setting is replaced. */
async function findUsableServer(cluster: OpenCluster): Promise<RunningServer | undefined> {
  const { paths, credentials, durable } = cluster
  const found = await findRunningServer(paths.cluster, credentials.administrator)
  if (!found || (await isDurable(found.port, credentials)) === durable) return found
  const alone = tryLock(usageLockPath(paths), 'exclusive')
  if (!alone) {
    throw new DatabaseStartError(
      `The database in ${paths.home} is in use by another process, started as a ${durable ? 'temporary' : 'durable'} one. Stop that process first, or choose another folder with DATA_DIR.`,
    )
  }
  await stopServer(paths.cluster, found.pid).finally(() => alone.release())
  return undefined
}

/** Counts this process among the users of the server and prepares the store's database. */
async function joinServer(cluster: OpenCluster, found: FoundServer): Promise<EmbeddedPostgres> {
  const { paths, credentials } = cluster
  const use = tryLock(usageLockPath(paths), 'shared')
  let server = found
  try {
    if (!use) throw new Error(`${usageLockPath(paths)} is locked by a program that is not the store`)
    const url = await ensureStoreDatabase(server.port, credentials)
    let stopSupervision: (() => Promise<void>) | undefined
    let stopping: Promise<void> | undefined
    const leave = async () => {
      await stopSupervision?.()
      await leaveServer(paths, server, use)
    }
    const stop = () => (stopping ??= leave())
    return {
      url,
      adminUrl: administratorUrl(server.port, credentials.administrator),
      get pid() {
        return server.pid
      },
      reused: server.reused,
      supervise(log) {
        stopSupervision ??= superviseServer({
          isRunning: () => serverOwner(server.pid, paths.cluster) !== 'gone',
          async restart() {
            server = await withStartLock(paths, () => findOrLaunch(cluster, log, server.port))
          },
          log,
        })
      },
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    use?.release()
    if (!server.reused) await stopServer(paths.cluster, server.pid)
    throw error
  }
}

/** The last user stops the server. */
function leaveServer(paths: DatabasePaths, server: RunningServer, use: FolderLock): Promise<void> {
  return withStartLock(paths, async () => {
    use.release()
    const alone = tryLock(usageLockPath(paths), 'exclusive')
    if (alone) await stopServer(paths.cluster, server.pid).finally(() => alone.release())
  })
}

/** Serializes starting and stopping. */
async function withStartLock<T>(paths: DatabasePaths, work: () => Promise<T>): Promise<T> {
  const lock = await waitForLock(
    path.join(paths.locks, 'database-start.lock'),
    'exclusive',
    START_LOCK_TIMEOUT_MS,
  )
  if (!lock) {
    throw new DatabaseStartError(
      `Another process has been starting or stopping the database in ${paths.home} for ${START_LOCK_TIMEOUT_MS / 1_000} seconds. Look for a hanging "node" process of Driveline and stop it.`,
    )
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** Held shared by every process that uses the server. */
function usageLockPath(paths: DatabasePaths): string {
  return path.join(paths.locks, 'database-use.lock')
}
