import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** The built store as a process of its own, with its demo data in a folder of its own. */
export type RunningStore = {
  /** Where people reach it, such as `http://localhost:40123`. */
  url: string
  /** Its data folder; gone when it is stopped. */
  dataDir: string
  /** All lines that it wrote, to standard output and standard error. */
  said: readonly string[]
  /** What its log called an error since the last time somebody asked. */
  takeErrors(): string[]
  /** Ends it as a service manager does, by SIGTERM. */
  stop(): Promise<void>
}

const ROOT = path.join(import.meta.dirname, '../../..')
/** The first start creates and fills a database; ms. */
const START_MS = 60_000
/** What it may take to finish what is under way; ms. */
const STOP_MS = 20_000
/** pino's number for "error". */
const ERROR_LEVEL = 50

/**
 * Starts a store on a free port and waits until it is open.
 * @param env settings that differ from those of all tests.
 * @throws Error with all it said when it ends before.
 */
export async function startStore(env: Record<string, string> = {}): Promise<RunningStore> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-e2e-'))
  const store = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      DATA_DIR: dataDir,
      SWEEP_SECONDS: '2',
      LIMIT_SIGN_IN_PER_MINUTE: '100000',
      LIMIT_MAIL_PER_HOUR: '100000',
      LIMIT_WRITES_PER_MINUTE: '100000',
      ...env,
    },
  })
  // A worker that Playwright cuts off must not leave its store behind.
  const endWithUs = () => store.kill('SIGTERM')
  process.once('exit', endWithUs)
  const ended = new Promise<void>((resolve) => store.once('close', () => resolve()))

  const said: string[] = []
  const errors: string[] = []
  const opened = new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why} It said:\n${said.join('\n')}`))
    setTimeout(() => fail('The store was not open in time.'), START_MS).unref()
    store.once('close', (code) => fail(`The store ended with ${code}.`))
    store.once('error', reject)
    for (const stream of [store.stdout, store.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line)
        if (isError(line)) errors.push(line)
        const open = /is open at (http:\S+)/.exec(line)?.[1]
        if (open) resolve(open)
      })
  })

  const end = async () => {
    store.kill('SIGTERM')
    const late = setTimeout(() => store.kill('SIGKILL'), STOP_MS)
    await ended
    clearTimeout(late)
    process.off('exit', endWithUs)
    await rm(dataDir, { recursive: true, force: true })
  }
  const url = await opened.catch(async (error: unknown) => {
    await end()
    throw error
  })
  return {
    url,
    dataDir,
    said,
    takeErrors: () => errors.splice(0),
    async stop() {
      await end()
      if (store.exitCode !== 0)
        throw new Error(`The store ended with ${store.exitCode ?? store.signalCode}:\n${said.join('\n')}`)
    },
  }
}

/** Log lines are JSON; anything that is none and comes from a crash fails the run by its exit code. */
function isError(line: string): boolean {
  if (!line.startsWith('{')) return false
  const entry = JSON.parse(line) as { level?: number }
  return (entry.level ?? 0) >= ERROR_LEVEL
}
