import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError, readConfig } from '#config/env.ts'
import { claimDataFolder, DataFolderInUse } from '#db/embedded/claim-data-folder.ts'
import { DatabaseStartError } from '#db/embedded/database-start-error.ts'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { bringFirstData } from './first-data.ts'
import { listen, PortInUse } from './listen.ts'
import { createLog } from './log.ts'
import { refuseDemoAccounts } from './demo/refuse-demo-accounts.ts'
import { openStore } from './open-store.ts'
import { createPages } from './pages.ts'

/** Running requests may take this long after the store was told to stop, in ms. */
const DRAIN_MS = 7_500
/** What goes on beside requests may take this long to end; whatever breaks off is taken up at the next start. In ms. */
const CLOSE_MS = 1_000

/** Starts the store and runs it until it is told to stop. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  // Node's own last words would print the error whole, with the row that it was about.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the store ends: nobody expected this')
    process.exit(1)
  })

  const claim = claimDataFolder(config.DATA_DIR)
  const database = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say })
  const databaseUrl = config.DATABASE_URL ?? database?.url ?? ''

  let port = 0
  const ownUrl = () => `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${port}`
  const appUrl = () => (config.APP_URL ? config.APP_URL.replace(/\/$/, '') : `http://localhost:${port}`)
  const store = await openStore({ config, databaseUrl, ownUrl, appUrl, log, createPages })
  if (!config.demo) await refuseDemoAccounts(store.shop.db)
  const listening = await listen(store.listener, config.HOST, config.PORT)
  port = listening.port
  claim.announcePort(port)

  const stopping = new AbortController()
  let firstData = Promise.resolve()
  const stop = async (signal: string) => {
    // Ctrl-C arrives from the terminal and again from npm.
    if (stopping.signal.aborted) return
    stopping.abort()
    say(`${signal}: finishing what is under way …`)
    await firstData.catch(() => undefined)
    await listening.drain(DRAIN_MS)
    await Promise.race([store.close(), delay(CLOSE_MS)])
    await database?.stop()
    claim.release()
    say('Stopped.')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))

  database?.keepRunning((line) => log.warn(line))
  firstData = bringFirstData(store.shop.db, { demo: config.demo, databaseUrl, signal: stopping.signal })
  await firstData
  if (stopping.signal.aborted) return
  store.begin()
  say(`Driveline is open at ${appUrl()}`)
  if (config.demo)
    say('  Demo: customer@demo.test and admin@demo.test, password demo1234; mails at /dev/mailbox')
}

main().catch((error: unknown) => {
  const forPeople = [ConfigError, DataFolderInUse, DatabaseStartError, PortInUse].some(
    (known) => error instanceof known,
  )
  process.stderr.write(
    `${forPeople && error instanceof Error ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
})
