import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '#config/operator-error.ts'
import { databasePaths } from './database-paths.ts'
import { tryLock } from './folder-lock.ts'

/**
 * The store's lock on its data folder, held until the end of its `using` or of the process, even by kill -9.
 */
export type DataFolderLock = Disposable & {
  /** Records the port for a second store's error message; call it once listening. `port` is the TCP port. */
  announcePort(port: number): void
}

export class DataFolderInUseError extends OperatorError {}

/**
 * Makes this process the only store on `dataDir` (created when missing). Called by the store before it
 * touches anything in the folder; commands that only connect, such as verify and make-admin, do not call
 * it.
 * @throws DataFolderInUseError naming process and port of the holder, DatabaseStartError when the folder
 * cannot be written.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const paths = databasePaths(dataDir)
  const lock = tryLock(path.join(paths.locks, 'store.lock'), 'exclusive')
  // This file only feeds the error message; the lock decides.
  const holderFile = path.join(paths.locks, 'store.json')
  if (!lock) {
    throw new DataFolderInUseError(
      `Another Driveline store (${describeHolder(holderFile)}) is already using the data folder ${paths.dataDir}: ` +
        'stop it first, or start this one with another DATA_DIR.',
    )
  }
  const writeHolder = (port?: number) => writeFileSync(holderFile, JSON.stringify({ pid: process.pid, port }))
  writeHolder()
  return {
    announcePort: writeHolder,
    [Symbol.dispose]() {
      rmSync(holderFile, { force: true })
      lock.release()
    },
  }
}

function describeHolder(holderFile: string): string {
  let holder: { pid?: number; port?: number }
  try {
    holder = JSON.parse(readFileSync(holderFile, 'utf8'))
  } catch {
    // Missing or half written: the holder writes it after it has the lock, and removes it first.
    return 'just starting or stopping'
  }
  const { pid, port } = holder
  return port === undefined ? `process ${pid}, still starting` : `process ${pid}, port ${port}`
}
