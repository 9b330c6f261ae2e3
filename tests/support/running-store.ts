import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { storeCommand } from '../../scripts/store-command.mjs'

const ROOT = path.join(import.meta.dirname, '../..')

/** The built store as `npm start` runs it: a process of its own. */
export type RunningStore = {
  url: string
  dataDir: string
  process: ChildProcess
  /** All that it has written to the terminal and to its log. */
  said: () => string
  /** Ends it as a service manager does, and answers how long that took (ms) and with which code it ended. Repeatable. */
  stop(): Promise<{ code: number | null; ms: number }>
  /** After `stop`: removes its folder. */
  remove(): Promise<void>
}

/** For `beforeAll`: the pages may have to be built first. In ms. */
export const START_LIMIT_MS = 120_000

/**
 * Starts a store on its own embedded database, or on DATABASE_URL, and waits until it is ready.
 * @param env settings that differ from the tests' own.
 * @param nodeFlags such as `--import …`.
 */
export async function runStore(
  env: Record<string, string> = {},
  nodeFlags: string[] = [],
): Promise<RunningStore> {
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/prepare.mjs'), 'build'])
  const dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-running-'))
  const port = await freePort()
  const command = storeCommand(ROOT)
  const child = spawn(process.execPath, [...nodeFlags, ...command.args], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      LIMIT_WRITES_PER_MINUTE: '100000',
      LIMIT_SIGN_IN_PER_MINUTE: '100000',
      LIMIT_UNPAID_ORDERS: '1000',
      ...command.env,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test run that is broken off leaves no store behind; a store that is told to stop ends its database itself.
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'exit') as Promise<[number | null]>
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady({ url }))) {
    if (child.exitCode !== null) throw new Error(`The store ended with ${child.exitCode}: ${said}`)
    await delay(20)
  }
  return {
    url,
    dataDir,
    process: child,
    said: () => said,
    async stop() {
      const begun = performance.now()
      child.kill('SIGTERM')
      const [code] = await ended
      return { code, ms: performance.now() - begun }
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** Whether /readyz says ready just now. */
export async function isReady(store: { url: string }): Promise<boolean> {
  try {
    return (await fetch(`${store.url}/readyz`)).status === 200
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
