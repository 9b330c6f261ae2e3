import { execFile } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { copySeededData } from './seeded-data.ts'
import { startStore, type StoreProcess } from './store-process.ts'

/** The built store as `npm start` runs it: a separate process, with its demo data in a separate folder. */
export type RunningStore = Pick<StoreProcess, 'pid' | 'exited'> & {
  /** Its public URL, such as `http://localhost:40123`. */
  url: string
  dataDir: string
  /** Its whole output. */
  output: () => string
  /** Errors in its log since the last call. */
  drainErrors(): string[]
  /** Stops it with SIGTERM; returns the exit code, null when it did not end and was killed. Repeatable. */
  stop(): Promise<{ code: number | null }>
  /**
   * Stops it if it is still running, and removes its folder.
   * @throws Error with its output unless it ended with `code`, by default 0.
   */
  close(code?: number): Promise<void>
}

/** The timeout of `beforeAll`, in ms: the pages may have to be built first. */
export const START_LIMIT_MS = 300_000
/** Timeout of a stop before it is killed; ms. */
const STOP_MS = 60_000
/** Settings with which a store has other data than that of the demo, has it elsewhere, or has other keys. */
const OTHER_DATA = ['CONTENT_DIR', 'DATABASE_URL', 'DATA_DIR', 'DEMO', 'IMAGE_STORE', 'SIMULATOR_SECRET_KEY']
const PREPARE = path.join(import.meta.dirname, '../../tools/setup/prepare.mjs')

/**
 * Starts a store on its own embedded database with the demo's data, or on DATABASE_URL, and waits until it is
 * ready.
 * @param env settings that differ from the tests' own; it does not inherit ours.
 * @param nodeFlags such as `--import …`.
 * @throws Error with its output when it ends before.
 */
export async function runStore(
  env: Record<string, string> = {},
  nodeFlags: string[] = [],
): Promise<RunningStore> {
  await promisify(execFile)(process.execPath, [PREPARE, 'build'])
  const dir = await mkdtemp(path.join(tmpdir(), 'driveline-running-'))
  const dataDir = env['DATA_DIR'] ?? path.join(dir, 'data')
  if (!OTHER_DATA.some((name) => name in env)) await copySeededData(dataDir)
  const logFile = path.join(dir, 'store.log')
  const output = () => readFileSync(logFile, 'utf8')
  const logTo = openSync(logFile, 'a')
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
  const store = await startStore(dataDir, { env, nodeFlags, inherited, logTo })
    .catch((cause: unknown) => {
      throw new Error(`The store did not start. It said:\n${output()}`, { cause })
    })
    .finally(() => closeSync(logTo))
  const stop = async () => {
    const late = setTimeout(() => void store.stop('SIGKILL'), STOP_MS)
    await store.stop()
    clearTimeout(late)
    const [code] = await store.exited
    return { code }
  }
  let drainedErrors = 0
  return {
    url: `http://localhost:${store.port}`,
    pid: store.pid,
    exited: store.exited,
    dataDir,
    output,
    drainErrors() {
      const errors = errorsIn(output())
      const news = errors.slice(drainedErrors)
      drainedErrors = errors.length
      return news
    },
    stop,
    async close(expected = 0) {
      const { code } = await stop()
      const log = output()
      await rm(dir, { recursive: true, force: true })
      if (code !== expected) throw new Error(`The store ended with ${code}. It said:\n${log}`)
    },
  }
}

/** Lines of the log are JSON that begins with pino's level; 50 is an error. */
function errorsIn(log: string): string[] {
  return log.split('\n').filter((line) => /^\{"level":[56]0,/.test(line))
}
