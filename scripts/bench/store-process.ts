import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { storeCommand } from '../store-command.mjs'

const ROOT = path.join(import.meta.dirname, '../..')
const READY_WITHIN_MS = 120_000

/** A store that runs as its own process. */
export type StoreProcess = {
  url: string
  port: number
  /** From the start of the process until /readyz said ready. */
  readyMs: number
  /** Resident memory, in MiB. Linux only. */
  memoryMiB(): number
  stop(): Promise<void>
}

/** Limits high enough not to be what is measured; everything else as a store runs by default. */
function environment(dataDir: string, port: number): Record<string, string> {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    TOKEN_MINUTES: '120',
    LIMIT_SIGN_IN_PER_MINUTE: '100000',
    LIMIT_WRITES_PER_MINUTE: '10000000',
    LIMIT_UNPAID_ORDERS: '1000000',
  }
}

/** Starts the store as `npm start` does, after everything is prepared. @param nodeFlags such as --cpu-prof. */
export function startStore(dataDir: string, nodeFlags: string[] = []): Promise<StoreProcess> {
  const { args, env } = storeCommand(ROOT)
  return start(process.execPath, [...nodeFlags, ...args], dataDir, env)
}

/** Starts it by `npm start` itself. */
export function npmStart(dataDir: string): Promise<StoreProcess> {
  return start('npm', ['start'], dataDir, {})
}

async function start(
  program: string,
  args: string[],
  dataDir: string,
  env: Record<string, string>,
): Promise<StoreProcess> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...environment(dataDir, port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The store ended with ${child.exitCode}`)
    if (performance.now() - begun > READY_WITHIN_MS) {
      child.kill()
      throw new Error(`The store was not ready within ${READY_WITHIN_MS / 1000} s`)
    }
    await delay(5)
  }
  return {
    url,
    port,
    readyMs: performance.now() - begun,
    memoryMiB: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).status === 200
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
