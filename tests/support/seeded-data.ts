import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { waitForLock } from '#db/embedded/folder-lock.ts'
import { startStore } from './store-process.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const BUILD_STAMP = path.join(ROOT, 'build/.driveline-build')
/** Shared by all processes that run tests. */
const CACHE = path.join(ROOT, 'node_modules/.cache/seeded')
const DATA = path.join(CACHE, 'data')
/** The build that seeded it: there only while the data is complete. */
const MADE_BY = path.join(CACHE, 'made-by')
/** How old the data may be, in ms: the demo's orders are as old as when they were made. */
const MAX_AGE_MS = 3_600_000
/** For how long another process may seed, in ms. */
const SEEDED_WITHIN_MS = 300_000

/**
 * Makes `dataDir` a copy of the data folder of a demo store that was started and stopped: seeding takes ten
 * seconds of processor time.
 */
export async function copySeededData(dataDir: string): Promise<void> {
  const lock = await waitForLock(path.join(CACHE, 'lock'), 'exclusive', SEEDED_WITHIN_MS)
  if (!lock) throw new Error(`Another process has not finished seeding ${CACHE}`)
  try {
    const build = await readFile(BUILD_STAMP, 'utf8')
    if (!(await isMadeBy(build))) await seed(build)
    // Within the lock: another process removes what is too old.
    await cp(DATA, dataDir, { recursive: true, preserveTimestamps: true })
  } finally {
    lock.release()
  }
}

async function isMadeBy(build: string): Promise<boolean> {
  const made = await stat(MADE_BY).catch(() => null)
  return (
    made !== null && Date.now() - made.mtimeMs < MAX_AGE_MS && (await readFile(MADE_BY, 'utf8')) === build
  )
}

async function seed(build: string): Promise<void> {
  await rm(MADE_BY, { force: true })
  await rm(DATA, { recursive: true, force: true })
  await mkdir(DATA, { recursive: true })
  const { PATH, HOME } = process.env
  const store = await startStore(DATA, { inherited: { PATH, HOME } })
  await store.stop()
  await writeFile(MADE_BY, build)
}
