import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#db/embedded/free-port.ts'
import { storeCommand } from '../../src/server/store-command.mjs'
import { RAISED_LIMITS } from './raised-limits.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const READY_WITHIN_MS = 300_000

/** The secret key of the card simulator of such a store. */
export const SIMULATOR_KEY = 'sk_test_of_a_store_on_loopback'

/** A store that runs as its own process. */
export type StoreProcess = {
  url: string
  port: number
  pid: number
  /** Time from the start of the process to readiness. */
  readyMs: number
  /** Resident memory, in MiB. Linux only. */
  memoryMiB(): number
  /** Resolves when it has ended, with its exit code or signal. */
  exited: Promise<[code: number | null, signal: NodeJS.Signals | null]>
  /** Stops it by a signal and waits for its end. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Start options of a store, in addition to those shared by all. */
type StartOptions = {
  /** Such as --cpu-prof. */
  nodeFlags?: string[]
  /** Settings that differ from the defaults. */
  env?: Record<string, string>
  /** The rest of its environment; by default all of ours. */
  inherited?: NodeJS.ProcessEnv
  /** Its fixed port, kept across restarts; by default any free one. */
  port?: number
  /** A file descriptor for its log; default none. */
  logTo?: number
}

/** Limits too high to affect measurements; otherwise default settings. */
function environment(dataDir: string, port: number): Record<string, string> {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
    TOKEN_MINUTES: '120',
    ...RAISED_LIMITS,
    LIMIT_UNPAID_ORDERS: '1000000',
    SIMULATOR_SECRET_KEY: SIMULATOR_KEY,
  }
}

/**
 * Starts the store as `npm start` does, without preparation. It ends when this process ends at the latest.
 * @throws Error when it ends before it is ready, such as without its database.
 */
export function startStore(dataDir: string, options: StartOptions = {}): Promise<StoreProcess> {
  const { args, env } = storeCommand(ROOT)
  const all = { ...options, env: { ...env, ...options.env } }
  return start(process.execPath, [...(options.nodeFlags ?? []), ...args], dataDir, all)
}

/** Starts it by `npm start` itself. */
export function npmStart(dataDir: string): Promise<StoreProcess> {
  return start('npm', ['start'], dataDir)
}

async function start(
  program: string,
  args: string[],
  dataDir: string,
  options: StartOptions = {},
): Promise<StoreProcess> {
  const port = options.port ?? (await freePort())
  const begun = performance.now()
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...(options.inherited ?? process.env), ...environment(dataDir, port), ...options.env },
    stdio: ['ignore', options.logTo ?? 'ignore', options.logTo ?? 'inherit'],
  })
  // An aborted run leaves no store running; a stopping store stops its database itself.
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const exited = once(child, 'exit') as StoreProcess['exited']
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady({ url }))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The store ended with ${child.exitCode ?? child.signalCode}`)
    if (performance.now() - begun > READY_WITHIN_MS) {
      child.kill()
      throw new Error(`The store was not ready within ${READY_WITHIN_MS / 1_000} s`)
    }
    await delay(50)
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    readyMs: performance.now() - begun,
    memoryMiB: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    exited,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await exited
    },
  }
}

/** Whether /readyz currently returns 200. */
export async function isReady(store: { url: string }): Promise<boolean> {
  try {
    return (await fetch(`${store.url}/readyz`)).status === 200
  } catch {
    return false
  }
}

/** Whether the store receives changes of other processes. */
export async function receivesChanges(store: { url: string }): Promise<boolean> {
  const { checks } = (await (await fetch(`${store.url}/readyz`)).json()) as { checks: { listener: string } }
  return checks.listener === 'ok'
}
