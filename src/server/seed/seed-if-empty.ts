import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Config } from '#config/config.ts'
import type { Database } from '#db/connection.ts'
import { DatabaseUnavailableError, TRANSIENT_EXIT_CODE } from '#db/prepare-database.ts'
import { isEmpty, seedDemo } from '#demo/data/seed-demo.ts'
import { readContent } from '../content/read-content.ts'
import type { Log } from '../log.ts'
import { openStore } from '../open-store.ts'
import { noPages } from '../pages.ts'
import { hadSynonyms, importSynonyms } from './synonyms/import-synonyms.ts'
import { hasVehicles, seedVehicles } from './vehicles/import-vehicles.ts'

const processFile = path.join(import.meta.dirname, 'seed-process.ts')

/**
 * Seeds a new store in a child process: its 40 MB of memory are freed completely, instead of staying with a
 * store that runs for months. A store that is already seeded gets only the synonyms that its version has
 * added.
 * @param signal aborts the seeding, which then resolves; the next start seeds again.
 * @throws DatabaseUnavailableError when the database became unavailable: call it again. Error when the
 * process fails otherwise; it has logged the reason.
 */
export async function seedIfEmpty(
  db: Database,
  deps: { demo: boolean; databaseUrl: string; signal: AbortSignal },
): Promise<void> {
  const complete = (await hasVehicles(db)) && (await hadSynonyms(db)) && !(deps.demo && (await isEmpty(db)))
  if (deps.signal.aborted) return
  // Adds only the few rows that this version has added: no process is needed.
  if (complete) return importSynonyms(db)
  await new Promise<void>((resolve, reject) => {
    const child = fork(processFile, { execArgv: [] })
    child.send(deps.databaseUrl)
    const end = () => child.kill()
    deps.signal.addEventListener('abort', end)
    let reason = ''
    child.on('message', (text: string) => (reason = text))
    child.on('error', reject)
    child.on('exit', (code) => {
      deps.signal.removeEventListener('abort', end)
      if (code === 0 || deps.signal.aborted) resolve()
      else if (code === TRANSIENT_EXIT_CODE) reject(new DatabaseUnavailableError(reason))
      else reject(new Error('The store could not be seeded; the reason is above.'))
    })
  })
}

/**
 * Seeds a store that is not open: the vehicles of the finder, the synonyms of searches, and in demo mode the
 * demo data. It listens on a free port, since demo orders are paid through the card simulator over HTTP.
 */
export async function seedStore(deps: {
  config: Config
  databaseUrl: string
  log: Log
  say: (line: string) => void
}): Promise<void> {
  let port = 0
  const ownUrl = () => `http://127.0.0.1:${port}`
  const store = await openStore({
    ...deps,
    ownUrl,
    appUrl: ownUrl,
    content: await readContent(deps.config),
    createPages: () => Promise.resolve(noPages),
  })
  const server = createServer(store.listener)
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
    await seedVehicles(store.shop.db)
    await importSynonyms(store.shop.db)
    const ownSimulator = deps.config.STRIPE_SECRET_KEY === undefined
    if (deps.config.demo) await seedDemo(store, { ownUrl, ownSimulator, say: deps.say })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await store.close()
  }
}
