import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmdirSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import type { Config } from '#config/config.ts'
import { ConfigError, readConfig, settingWarnings } from '#config/env.ts'
import { messageOf } from '#config/thrown-error.ts'
import { databasePaths } from '#db/embedded/database-paths.ts'
import { tryLock } from '#db/embedded/folder-lock.ts'
import { chooseServerAccount, type ServerAccount } from '#db/embedded/server-account.ts'
import { cannotListen, type PortSetting } from '#server/listen.ts'
import { type Finding, CheckFailedError, withTimeout } from './check.ts'
import { serviceChecks } from './service-checks.ts'

const root = path.join(import.meta.dirname, '../../..')
/** The build, the npm cache and a database with its WAL. */
const MIN_FREE_BYTES = 1_000_000_000

/**
 * Checks this machine, and every service that these settings configure.
 * @param say receives a line per check, with a fix for each that failed.
 * @returns whether all checks passed.
 */
export async function examine(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<boolean> {
  let done = 0
  let failed = 0
  const check = async (name: string, run: () => Finding): Promise<void> => {
    done += 1
    try {
      say(`✓ ${name}: ${await withTimeout(run())}`)
    } catch (error) {
      failed += 1
      say(`✗ ${name}: ${describe(error)}`)
    }
  }
  for (const warning of settingWarnings(env)) say(`! settings: ${warning}`)
  await check('Node', pinnedNode)
  let config: Config | undefined
  await check('settings', () => {
    config = settings(env)
    return config.demo ? 'demo mode, nothing missing' : 'complete for a real store'
  })
  const known = config
  const dataDir = path.resolve(known?.DATA_DIR ?? '.data')
  await check('data folder', () => dataFolder(dataDir))
  await check('disk space', () => diskSpace(dataDir))
  if (known?.DATABASE_URL === undefined) await check('embedded database', () => embeddedDatabase(dataDir))
  await check('pictures', pictures)
  await check('port', () => port('PORT', dataDir, known?.PORT, known?.HOST))
  if (known?.METRICS_PORT !== undefined)
    await check('metrics port', () => port('METRICS_PORT', dataDir, known.METRICS_PORT, known.METRICS_HOST))
  if (known) {
    for (const service of serviceChecks)
      if (service.isUsed(known)) await check(service.name, () => service.run(known))
  } else say('– services: not tried until the settings are valid')
  say(failed === 0 ? 'All checks passed.' : `${failed} of ${done} need attention.`)
  return failed === 0
}

/**
 * The message of a failed check, with its fix. An unexpected error of a library may contain a URL with its
 * password: only its code is shown.
 */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CheckFailedError || !('code' in error))
    return error.message
      .split('\n')
      .map((line) => line.trim())
      .join(' ')
  return `failed unexpectedly (${String(error.code)})`
}

function pinnedNode(): string {
  const manifestFile = path.join(root, 'node_modules', 'node', 'package.json')
  // A production install does not include Node.
  if (!existsSync(manifestFile)) {
    if (Number(process.versions.node.split('.')[0]) >= 24)
      return `${process.version}, installed on this machine`
    throw new Error(`this is ${process.version}: a production install needs Node 24 or newer on the machine.`)
  }
  const { version } = JSON.parse(readFileSync(manifestFile, 'utf8')) as { version: string }
  if (process.version !== `v${version}`) {
    throw new Error(
      `this is ${process.version}, the store needs v${version}. Start it with "npm run doctor"; if the message stays, delete node_modules and run "npm start".`,
    )
  }
  return process.version
}

function settings(env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) throw new Error(error.problems.join('; '), { cause: error })
    throw error
  }
}

function dataFolder(folder: string): string {
  // If it does not exist yet, check the folder it will be created in.
  const present = nearestFolder(folder)
  if (!statSync(present).isDirectory()) {
    throw new Error(`${present} is a file: move it away, or choose another data folder with DATA_DIR.`)
  }
  try {
    rmdirSync(mkdtempSync(path.join(present, '.driveline-doctor-')))
  } catch (error) {
    throw new Error(
      `${present} is not writable by this user: give it to the user who starts the store (chown -R), or set DATA_DIR.`,
      { cause: error },
    )
  }
  return present === folder ? `${folder}, writable` : `${folder}, will be created at the first start`
}

function diskSpace(dataDir: string): string {
  const { bavail, bsize } = statfsSync(nearestFolder(dataDir))
  const free = bavail * bsize
  const text = `${(free / 1e9).toFixed(1)} GB free`
  if (free < MIN_FREE_BYTES)
    throw new Error(`only ${text}: free some; the store needs ${MIN_FREE_BYTES / 1e9} GB.`)
  return text
}

function embeddedDatabase(dataDir: string): string {
  const account = chooseServerAccount(nearestFolder(dataDir, 'folders only'))
  const version = spawnSync(account.binaries.postgres, ['--version'], { encoding: 'utf8' })
  const ways: Record<ServerAccount['kind'], string> = {
    self: 'as this user',
    namespace: 'in a user namespace',
    'other-uid': `as uid ${account.owner?.uid} (user namespaces are forbidden here)`,
  }
  return `${version.stdout.trim()}, runs ${ways[account.kind]}`
}

async function pictures(): Promise<string> {
  try {
    const { default: sharp } = await import('sharp')
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c00' } })
    const { length } = await image.avif().toBuffer()
    return `sharp ${sharp.versions.sharp} encodes AVIF (${length} bytes from a test picture)`
  } catch (error) {
    throw new Error(
      `sharp does not work here (${messageOf(error)}). Delete node_modules and run "npm start"; do not omit optional packages.`,
      { cause: error },
    )
  }
}

async function port(
  setting: PortSetting,
  dataDir: string,
  number?: number,
  host = '127.0.0.1',
): Promise<string> {
  const wished = number ?? 3000
  const refused = await tryPort(wished, host)
  if (!refused) return `${wished} is free`
  if (refused.code !== 'EADDRINUSE') throw new CheckFailedError(cannotListen(setting, host, refused.message))
  if (storeIsRunning(dataDir)) return `${wished} is in use, and the store of this data folder is running`
  if (number === undefined) return `${wished} is in use by another program; the store uses the next free one`
  throw new CheckFailedError(
    `${setting}=${wished} is in use by another program: stop it, or set another ${setting}.`,
  )
}

/** The nearest existing ancestor of a path; with 'folders only' files do not count. */
function nearestFolder(start: string, only?: 'folders only'): string {
  const stats = statSync(start, { throwIfNoEntry: false })
  const counts = only ? stats?.isDirectory() : stats
  return counts || path.dirname(start) === start ? start : nearestFolder(path.dirname(start), only)
}

function storeIsRunning(dataDir: string): boolean {
  const lockFile = path.join(databasePaths(dataDir).locks, 'store.lock')
  if (!existsSync(lockFile)) return false
  const lock = tryLock(lockFile, 'shared')
  lock?.release()
  return lock === undefined
}

/** Null if the port can be listened on. */
function tryPort(number: number, host: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', resolve)
    probe.listen(number, host, () => probe.close(() => resolve(null)))
  })
}
