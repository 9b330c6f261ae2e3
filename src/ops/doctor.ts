// npm run doctor: checks this machine and prints one line per check, with a fix for each failure.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig, type Config } from '#config/env.ts'
import { databasePaths } from '#db/embedded/database-paths.ts'
import { tryLock } from '#db/embedded/folder-lock.ts'
import { chooseServerAccount, type ServerAccount } from '#db/embedded/server-account.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** The build, the npm cache and a database with its WAL. */
const roomBytes = 1_000_000_000

/** A result: a text, or an Error whose message has the fix. */
type Finding = string | Promise<string>

let config: Config | undefined
const checks: readonly (readonly [name: string, look: () => Finding])[] = [
  ['Node', pinnedNode],
  ['settings', settings],
  ['data folder', dataFolder],
  ['disk space', diskSpace],
  ['database', database],
  ['pictures', pictures],
  ['port', port],
]

let wrong = 0
for (const [name, look] of checks) {
  try {
    console.log(`✓ ${name}: ${await look()}`)
  } catch (error) {
    wrong += 1
    const said = error instanceof Error ? error.message : String(error)
    console.log(`✗ ${name}: ${oneLine(said)}`)
  }
}
console.log(wrong === 0 ? 'Everything is as it should be.' : `${wrong} of ${checks.length} need attention.`)
process.exitCode = wrong === 0 ? 0 : 1

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
}

function pinnedNode(): string {
  const manifestFile = join(root, 'node_modules', 'node', 'package.json')
  // A production install brings no Node of its own.
  if (!existsSync(manifestFile)) {
    if (Number(process.versions.node.split('.')[0]) >= 24) return `${process.version}, of this machine`
    throw new Error(`this is ${process.version}: a production install needs Node 24 or newer on the machine.`)
  }
  const manifest: unknown = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const { version } = Object.assign({ version: '' }, manifest)
  if (process.version !== `v${version}`) {
    throw new Error(
      `this is ${process.version}, the store runs on v${version}. Start it with "npm run doctor"; if that says the same, delete node_modules and run "npm start".`,
    )
  }
  return process.version
}

function settings(): string {
  try {
    config = readConfig()
  } catch (error) {
    if (error instanceof ConfigError) throw new Error(error.problems.join('; '), { cause: error })
    throw error
  }
  return config.demo ? 'demo mode, nothing missing' : 'complete for a real store'
}

function dataFolder(): string {
  const folder = dataDir()
  // If it does not exist yet, check the folder it will be created in.
  const present = nearestFolder(folder)
  if (!statSync(present).isDirectory()) {
    throw new Error(`${present} is a file: move it away, or choose another data folder with DATA_DIR.`)
  }
  try {
    accessSync(present, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(
      `${present} may not be written by this user: give it to the user who starts the store (chown -R), or set DATA_DIR.`,
      { cause: error },
    )
  }
  return present === folder ? `${folder}, writable` : `${folder}, will be made at the first start`
}

function diskSpace(): string {
  const { bavail, bsize } = statfsSync(nearestFolder(dataDir()))
  const free = bavail * bsize
  const text = `${(free / 1e9).toFixed(1)} GB free`
  if (free < roomBytes) throw new Error(`only ${text}: free some, the store wants ${roomBytes / 1e9} GB.`)
  return text
}

function database(): string {
  if (config?.DATABASE_URL)
    return 'DATABASE_URL is set, the built-in PostgreSQL is not used (the store checks the address at start)'
  const account = chooseServerAccount(nearestFolder(dataDir(), 'folders only'))
  const version = spawnSync(account.binaries.postgres, ['--version'], { encoding: 'utf8' })
  const ways: Record<ServerAccount['kind'], string> = {
    self: 'as this user',
    namespace: 'in a user namespace',
    'other-uid': `as user number ${account.owner?.uid} (user namespaces are forbidden here)`,
  }
  return `${version.stdout.trim()}, runs ${ways[account.kind]}`
}

async function pictures(): Promise<string> {
  try {
    const { default: sharp } = await import('sharp')
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c00' } })
    const { length } = await image.avif().toBuffer()
    return `sharp ${sharp.versions.sharp} makes AVIF (${length} bytes from a trial picture)`
  } catch (error) {
    throw new Error(
      `sharp does not work here (${error instanceof Error ? error.message : String(error)}). Delete node_modules and run "npm start"; do not omit optional packages.`,
      { cause: error },
    )
  }
}

async function port(): Promise<string> {
  const wished = config?.PORT ?? 3000
  if (await isFree(wished, config?.HOST ?? '127.0.0.1')) return `${wished} is free`
  if (storeIsRunning()) return `${wished} is in use, and the store of this data folder is running`
  if (config?.PORT === undefined)
    return `${wished} is in use by another program; the store uses the next free one`
  throw new Error(`PORT=${wished} is in use by another program: stop that one, or set another PORT.`)
}

function dataDir(): string {
  return resolve(config?.DATA_DIR ?? '.data')
}

/** The nearest existing ancestor of a path; with 'folders only' files do not count. */
function nearestFolder(path: string, only?: 'folders only'): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  const counts = only ? stats?.isDirectory() : stats
  return counts || dirname(path) === path ? path : nearestFolder(dirname(path), only)
}

function storeIsRunning(): boolean {
  const lockFile = join(databasePaths(dataDir()).locks, 'store.lock')
  if (!existsSync(lockFile)) return false
  const lock = tryLock(lockFile, 'shared')
  lock?.release()
  return lock === undefined
}

function isFree(number: number, host: string): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer()
    probe.on('error', () => answer(false))
    probe.listen(number, host, () => probe.close(() => answer(true)))
  })
}
