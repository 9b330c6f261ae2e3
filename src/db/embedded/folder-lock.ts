// Node has no flock. SQLite's locks are the kernel's own (fcntl) behind a documented interface: they vanish
// with the process, however it dies, with no guess whether a process id is still alive. The files stay empty.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '#config/thrown-error.ts'
import { DatabaseStartError } from './database-start-error.ts'

/** A lock held by this process until released or until the process ends, even by kill -9. */
export type FolderLock = { release(): void }

/** `exclusive`: no other holder. `shared`: any number of holders, none of them exclusive. */
export type LockKind = 'exclusive' | 'shared'

// References that protect the connections, and so their locks, from garbage collection.
const heldConnections = new Set<DatabaseSync>()

/**
 * Acquires the lock on `file` (created when missing) or returns undefined when others hold it; never waits.
 * @throws DatabaseStartError when the file cannot be written or the file system does not support locks.
 */
export function tryLock(file: string, kind: LockKind): FolderLock | undefined {
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    lock = new DatabaseSync(file, { timeout: 0 })
    // A journal file would need space: on a full disk the store could not be stopped.
    lock.exec('PRAGMA journal_mode = MEMORY')
    // A read inside an open transaction is what holds SQLite's shared lock.
    lock.exec(kind === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM sqlite_schema')
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return undefined
    throw new DatabaseStartError(
      `The data folder cannot be locked: ${file} could not be opened and locked (${messageOf(error)}). ` +
        'Make sure that you may write there and that it is on a local disk, or choose another folder with DATA_DIR.',
      { cause: error },
    )
  }
  const connection = lock
  heldConnections.add(connection)
  return {
    release() {
      if (heldConnections.delete(connection)) connection.close()
    },
  }
}

/** Acquires the lock within `timeoutMs`; undefined on timeout. */
export async function waitForLock(
  file: string,
  kind: LockKind,
  timeoutMs: number,
): Promise<FolderLock | undefined> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const lock = tryLock(file, kind)
    if (lock || performance.now() > deadline) return lock
    await delay(20)
  }
}

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  // The low byte is SQLite's primary code: 5 is SQLITE_BUSY.
  return (code & 0xff) === 5
}
