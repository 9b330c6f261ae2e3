import { setTimeout as delay } from 'node:timers/promises'
import { readConfig, settingWarnings } from '#config/env.ts'
import { OperatorError } from '#config/operator-error.ts'
import { closeGarbledConnections } from '#db/close-garbled-connections.ts'
import { databaseFailure } from '#db/database-failure.ts'
import { lockDataFolder } from '#db/embedded/lock-data-folder.ts'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { TRANSIENT_EXIT_CODE, isTransient, retryWhileUnavailable } from '#db/prepare-database.ts'
import { refuseDemoAccounts } from '#demo/data/refuse-demo-accounts.ts'
import { readContent } from './content/read-content.ts'
import { listen } from './listen.ts'
import { createLog } from './log.ts'
import { openStore } from './open-store.ts'
import { createPages } from './pages.ts'
import { seedIfEmpty } from './seed/seed-if-empty.ts'

/** Timeout of running requests after the listener has closed, in ms. */
const FINISH_MS = 7_500
/** Timeout of background work at a stop, in ms; the next start resumes it. */
const CLOSE_MS = 1_000

/**
 * Resources that close with the store, even when its start fails: otherwise its database would keep running.
 */
const opened = new AsyncDisposableStack()

const stopping = new AbortController()
/** Runs on a signal once the store listens; an earlier signal aborts the start. */
let finishRequests = (_signal: string) => Promise.resolve()

/** Without a handler, a store that is process 1 of a container would ignore signals. */
async function stop(signal: string): Promise<void> {
  // Ctrl-C arrives from the terminal and again from npm.
  if (stopping.signal.aborted) return
  stopping.abort()
  say(`${signal}: finishing running requests …`)
  await finishRequests(signal)
  await opened.disposeAsync()
  say('Stopped.')
  process.exit(0)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Starts the store and runs it until a signal stops it. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  for (const warning of settingWarnings()) log.warn(warning)
  // Node's own report would print the whole error, with the row involved.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the store exits: unexpected error')
    process.exit(1)
  })

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))

  closeGarbledConnections()

  const content = await readContent(config)
  const dataFolder = opened.use(lockDataFolder(config.DATA_DIR))
  const database = config.DATABASE_URL
    ? null
    : opened.use(await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say }))
  const databaseUrl = config.DATABASE_URL ?? database?.url ?? ''

  let address = { port: 0, url: '' }
  const appUrl = () => config.APP_URL ?? `http://localhost:${address.port}`
  const store = await openStore({
    config,
    databaseUrl,
    ownUrl: () => address.url,
    appUrl,
    content,
    log,
    createPages,
  })
  opened.defer(() => Promise.race([store.close(), delay(CLOSE_MS)]))
  if (!config.demo) await retryWhileUnavailable(store.startWait, () => refuseDemoAccounts(store.shop.db))
  const listening = await listen(store.listener, config.HOST, config.PORT)
  address = listening
  dataFolder.announcePort(listening.port)
  if (config.METRICS_PORT !== undefined) {
    const metrics = await store.createMetricsListener()
    const { port } = await listen(metrics, config.METRICS_HOST, config.METRICS_PORT, 'METRICS_PORT')
    log.info({ host: config.METRICS_HOST, port }, 'metrics are served')
  }

  let seeding = Promise.resolve()
  finishRequests = async (signal) => {
    store.beginDraining()
    // The start itself reports why it failed.
    await seeding.catch(() => undefined)
    // A person is waiting at the terminal, without a load balancer: no drain.
    const graceMs = signal === 'SIGTERM' ? config.DRAIN_SECONDS * 1_000 : 0
    await listening.drain({ graceMs, finishMs: FINISH_MS })
  }

  database?.supervise((line) => log.warn(line))
  const { signal } = stopping
  seeding = retryWhileUnavailable({ ...store.startWait, signal }, () =>
    seedIfEmpty(store.shop.db, { demo: config.demo, databaseUrl, signal }),
  )
  await seeding.catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  if (stopping.signal.aborted) return
  store.begin()
  say(`Driveline is open at ${appUrl()}`)
  if (config.demo)
    say('  Demo: customer@demo.test and admin@demo.test, password demo1234; emails at /dev/mailbox')
}

/** Why the store does not start: the message of an error that the operator can fix, else the whole error. */
function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  if (databaseFailure(error))
    return `The connection to the database was lost while the store was starting (${error.message}). Start the store again.`
  return error.stack ?? error.message
}

main().catch(async (error: unknown) => {
  // A signal aborted the start.
  if (stopping.signal.aborted) return
  process.stderr.write(`${describeStartError(error)}\n`)
  // The start's own error is the one to report.
  await opened.disposeAsync().catch(() => undefined)
  process.exit(isTransient(error) ? TRANSIENT_EXIT_CODE : 1)
})
