import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { messageOf } from '#config/thrown-error.ts'
import { DatabaseStartError } from './database-start-error.ts'

/**
 * The generated passwords of the embedded database. `administrator` may do everything, `store` owns the
 * store's tables.
 */
export type DatabaseCredentials = { administrator: string; store: string }

/** Generates passwords and stores them in `file` (mode 600), fsynced on return. */
export function createCredentials(file: string): DatabaseCredentials {
  const credentials = {
    administrator: randomBytes(24).toString('hex'),
    store: randomBytes(24).toString('hex'),
  }
  writeFileSync(file, JSON.stringify(credentials), { flag: 'wx', mode: 0o600, flush: true })
  return credentials
}

/**
 * Reads what `createCredentials` stored; throws DatabaseStartError when the file is missing or unreadable.
 */
export function readCredentials(file: string): DatabaseCredentials {
  try {
    const { administrator, store } = Object.assign(
      { administrator: undefined, store: undefined },
      JSON.parse(readFileSync(file, 'utf8')),
    )
    if (typeof administrator === 'string' && typeof store === 'string') return { administrator, store }
    throw new Error('it contains no passwords')
  } catch (error) {
    throw new DatabaseStartError(
      `The passwords of the built-in database cannot be read from ${file} (${messageOf(error)}). ` +
        'Restore that file from a backup or start as the user who owns it; to begin with an empty store choose another folder with DATA_DIR.',
      { cause: error },
    )
  }
}
