import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { waitForLock } from '#db/embedded/folder-lock.ts'
import { startStore } from './store-process.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const BUILD_STAMP = path.join(ROOT, 'build/.driveline-build')
/** Shared by all processes that run tests. */
const CACHE = path.join(ROOT, 'node_modules/.cache/seeded')
/** How old a copy may be, in ms: the demo's orders are as old as when they were made. */
const MAX_AGE_MS = 3_600_000
/** For how long another process may seed, in ms. */
const SEEDED_WITHIN_MS = 300_000

/**
 * Makes `dataDir` a copy of the data folder of a demo store that was started and stopped: seeding takes ten
 * seconds of processor time.
 */
export async function copySeededData(dataDir: string): Promise<void> {
  const build = (await readFile(BUILD_STAMP, 'utf8')).slice(0, 32)
  const seeded = path.join(CACHE, build)
  const lock = await waitForLock(`${CACHE}.lock`, 'exclusive', SEEDED_WITHIN_MS)
  if (!lock) throw new Error(`Another process has not finished seeding ${CACHE}`)
  try {
    const made = await stat(seeded).catch(() => null)
    if (!made || Date.now() - made.mtimeMs > MAX_AGE_MS) await seed(seeded)
    // Within the lock: another process removes what is too old.
    await cp(seeded, dataDir, { recursive: true, preserveTimestamps: true })
  } finally {
    lock.release()
  }
}

async function seed(seeded: string): Promise<void> {
  await rm(CACHE, { recursive: true, force: true })
  const unfinished = path.join(CACHE, 'unfinished')
  await mkdir(unfinished, { recursive: true })
  const { PATH, HOME } = process.env
  const store = await startStore(unfinished, { inherited: { PATH, HOME } })
  await store.stop()
  await rename(unfinished, seeded)
}
