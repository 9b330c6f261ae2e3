import { existsSync } from 'node:fs'
import { type Config, ConfigError } from '#config/env.ts'
import { connect, type Connection } from '#db/connection.ts'
import { DataFolderInUse } from '#db/embedded/claim-data-folder.ts'
import { databasePaths } from '#db/embedded/database-paths.ts'
import { DatabaseStartError } from '#db/embedded/database-start-error.ts'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { databaseFailure } from '#db/database-failure.ts'
import { isMigrated } from '#db/migrate.ts'
import { ImportsBusy } from '#domain/imports/wait-for-imports.server.ts'

/** A refused command. `message` is for the operator: the reason and the fix. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}

/** A command's access to the store's database; joins the embedded server of a running store. */
export type StoreDatabase = Connection & {
  /** Its URL, for a separate connection. */
  url: string
}

/**
 * Opens the database that these settings name: DATABASE_URL, or the embedded one of DATA_DIR, which is started if needed.
 * Close it, or the embedded server stays.
 * @throws CommandRefused when there is no store yet or its tables are of another version; DatabaseStartError.
 */
export async function openStoreDatabase(config: Config): Promise<StoreDatabase> {
  const { home } = databasePaths(config.DATA_DIR)
  if (!config.DATABASE_URL && !existsSync(home))
    throw new CommandRefused(`There is no store in ${config.DATA_DIR} yet. Start it once with "npm start".`)
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: () => undefined })
  // Commands hold long locks and run long queries: no pooler.
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? embedded?.url ?? ''
  const connection = connect(url, { max: 4 })
  const close = async () => {
    await connection.close()
    await embedded?.stop()
  }
  try {
    if (!(await isMigrated(connection.pool)))
      throw new CommandRefused(
        'The tables of this database are missing or of an older version of the store. Start the store once: it updates them.',
      )
  } catch (error) {
    await close()
    throw error
  }
  return { ...connection, url, close }
}

/** Runs a command: prints the message of operator errors, all other errors in full. Exits with 1 on failure. */
export async function runCommand(command: () => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await command()) ? 0 : 1
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${isOperatorError(error) ? error.message : explain(error)}\n`)
  }
}

function isOperatorError(error: unknown): error is Error {
  return [CommandRefused, ConfigError, DataFolderInUse, DatabaseStartError, ImportsBusy].some(
    (kind) => error instanceof kind,
  )
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (databaseFailure(error) === 'busy')
    return 'Another change of the same data took too long, or waited for this one. This command changed nothing; run it again.'
  const code = 'code' in error ? String(error.code) : ''
  return ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000'].includes(code)
    ? `The database of DATABASE_URL cannot be reached (${error.message || code}). Check the address and that it runs.`
    : (error.stack ?? error.message)
}
