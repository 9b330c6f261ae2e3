import type { RequestListener } from 'node:http'
import path from 'node:path'
import { createServer } from 'vite'
import { readConfig } from '#config/env.ts'
import { lockDataFolder } from '#db/embedded/lock-data-folder.ts'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { listen } from '#server/listen.ts'
import type { OpenStore } from '#server/open-store.ts'
import type * as SavedStore from './open-saved-store.ts'

// npm run dev: the demo store inside Vite's development server, which loads pages and store alike. A saved
// page is replaced in the browser; after any other saved module the store is opened again, on the same
// database.

/** Editors save several files at once, in ms. */
const SETTLE_MS = 50

const config = readConfig()
const dataFolder = lockDataFolder(config.DATA_DIR)
const database = config.DATABASE_URL
  ? null
  : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say })
const databaseUrl = config.DATABASE_URL ?? database?.url ?? ''
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })

let serve: RequestListener = (_req, res) => void res.writeHead(503, { 'Retry-After': '1' }).end()
const listening = await listen(
  (req, res) => vite.middlewares(req, res, () => serve(req, res)),
  config.HOST,
  config.PORT,
)
dataFolder.announcePort(listening.port)

let store = await open()
say(`Driveline is open at http://localhost:${listening.port}; a saved change shows at once`)
reopenAfterChanges()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop())

/** The store as its modules were last saved. */
async function open(): Promise<OpenStore> {
  const module = (await vite.ssrLoadModule('/tools/dev/open-saved-store.ts')) as typeof SavedStore
  const loadPages = () => vite.ssrLoadModule('virtual:react-router/server-build')
  const opened = await module.openSavedStore(databaseUrl, listening, loadPages)
  serve = opened.listener
  return opened
}

/** Opens the store again after a change of its modules, one at a time. */
function reopenAfterChanges(): void {
  const folder = (name: string) => path.resolve(name) + path.sep
  let settle: NodeJS.Timeout | undefined
  let reopening = Promise.resolve()
  vite.watcher.on('change', (file) => {
    if (!file.startsWith(folder('src')) || file.startsWith(folder('src/web'))) return
    clearTimeout(settle)
    settle = setTimeout(() => (reopening = reopening.then(reopen)), SETTLE_MS)
  })
}

/** The previous store serves on while a saved module has an error. */
async function reopen(): Promise<void> {
  try {
    const previous = store
    store = await open()
    await previous.close()
    say('The store was opened again.')
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

async function stop(): Promise<void> {
  await listening.drain({ graceMs: 0, finishMs: 500 })
  await store.close()
  await vite.close()
  await database?.stop()
  dataFolder[Symbol.dispose]()
  process.exit(0)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
