import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readConfig } from '#config/env.ts'
import { createLog } from '#server/log.ts'
import { openStore } from '#server/open-store.ts'

/** A store in a process of its own, so that its memory can be told from the test's. */
export type StoreProcess = { url: string; pid: number; stop(): Promise<void> }

/** Starts one on a migrated database; its pictures go to `dataDir`. */
export async function startStoreProcess(databaseUrl: string, dataDir: string): Promise<StoreProcess> {
  const child = fork(import.meta.filename, [databaseUrl, dataDir], { execArgv: [] })
  const { pid } = child
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('The store ended before it listened.')))
  })
  if (pid === undefined) throw new Error('The store has no process.')
  return {
    url: `http://127.0.0.1:${String(port)}`,
    pid,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function serve(databaseUrl: string, dataDir: string): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  let port = 0
  const ownUrl = () => `http://127.0.0.1:${port}`
  const store = await openStore({
    config,
    databaseUrl,
    ownUrl,
    appUrl: ownUrl,
    log: createLog(config.LOG_LEVEL),
    createPages: () =>
      Promise.resolve({ render: () => Promise.resolve(new Response('no pages', { status: 404 })) }),
  })
  const server = createServer(store.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  store.begin()
  process.once('SIGTERM', async () => {
    server.closeAllConnections()
    await store.close()
    process.exit()
  })
  process.send?.(port)
}

if (import.meta.main) await serve(process.argv[2] ?? '', process.argv[3] ?? '')
