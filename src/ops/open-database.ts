import { existsSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import pg from 'pg'
import type { Config } from '#config/config.ts'
import { ConfigError } from '#config/env.ts'
import { OperatorError } from '#config/operator-error.ts'
import { codeOf, messageOf } from '#config/thrown-error.ts'
import { connect } from '#db/connection.ts'
import { databaseFailure } from '#db/database-failure.ts'
import { databasePaths } from '#db/embedded/database-paths.ts'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { isMigrated } from '#db/migrate.ts'
import { WITHOUT_LIMITS } from '#db/session-settings.ts'
import { ImportsBusyError } from '#domain/imports/lock-imports.server.ts'

/** A refused command. `code` is for programs. */
export class CommandRefusedError extends OperatorError {
  readonly code: string
  constructor(message: string, code = 'refused') {
    super(message)
    this.code = code
  }
}

/**
 * Opens the database of these settings: DATABASE_URL, or the embedded one of DATA_DIR, which is started if
 * needed, or joined. Use `await using`; otherwise the embedded server keeps running. `url` is for separate
 * connections.
 * @throws CommandRefusedError when there is no store yet or its tables are of another version;
 * DatabaseStartError.
 */
export async function openStoreDatabase(config: Config) {
  const { home } = databasePaths(config.DATA_DIR)
  if (!config.DATABASE_URL && !existsSync(home))
    throw new CommandRefusedError(
      `There is no store in ${config.DATA_DIR} yet. Start it once with "npm start".`,
    )
  await using opened = new AsyncDisposableStack()
  const embedded = config.DATABASE_URL
    ? null
    : opened.use(await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: () => undefined }))
  // Commands hold long locks and run long queries: no pooler.
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? embedded?.url ?? ''
  const { db, pool } = opened.use(connect(url, { max: 4 }))
  if (!(await isMigrated(pool)))
    throw new CommandRefusedError(
      'The tables of this database are missing or from an older version of the store. Start the store once to update them.',
    )
  const open = opened.move()
  return { db, pool, url, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

/** A pool of few connections, for `await using`: await all work that uses it, or the pool ends first. */
export function openPool(connectionString: string, options: pg.PoolConfig = { max: 2 }) {
  const pool = new pg.Pool({ connectionString, ...options })
  // The pool reports its end just before its last sockets close; a stopping embedded server may be faster.
  pool.on('error', () => undefined)
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() })
}

/**
 * A connection that reads one state of the whole database and blocks nothing, for `await using` as
 * `openPool`.
 * @param name the name of the program, as PostgreSQL shows it.
 */
export async function openSnapshot(connectionString: string, name: string) {
  const client = new pg.Client({ connectionString, application_name: name })
  await client.connect()
  await client.query(WITHOUT_LIMITS)
  await client.query('begin isolation level repeatable read read only')
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/**
 * Runs work in one transaction without timeouts. Its connection, which has these settings, is closed
 * afterwards.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(WITHOUT_LIMITS)
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // The end of the connection rolls back, too; the first error is the one to report.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(true)
  }
}

/**
 * The arguments of a command.
 * @throws CommandRefusedError with what is wrong, and the usage.
 */
export function readArguments<const Config extends ParseArgsConfig>(help: string, config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw wrongOptions(messageOf(error), help)
  }
}

/** The refusal of wrong arguments: what is wrong, and the first paragraph of the help, which is the usage. */
export function wrongOptions(problem: string, help: string): CommandRefusedError {
  return new CommandRefusedError(`${problem}\n${help.split('\n\n', 1)[0]}`, 'wrong_options')
}

/**
 * Runs a command, or prints its help if an argument is --help. Prints the message of operator errors, all
 * other errors in full. Exits with 2 if an option is wrong, and with 1 on any other failure, including when
 * the command returns false.
 * @param help the usage, an empty line, and what the command does.
 * @param json for a command with the option --json: fields of its object besides `ok` and `problems` when it
 * failed.
 */
export async function runCommand(
  help: string,
  command: () => Promise<boolean | void>,
  json?: object,
): Promise<void> {
  if (process.argv.some((arg) => arg === '--help' || arg === '-h')) {
    console.log(help)
    return
  }
  try {
    process.exitCode = (await command()) === false ? 1 : 0
  } catch (error) {
    process.exitCode = failureCode(error) === 'wrong_options' ? 2 : 1
    const message = isOperatorError(error) ? error.message : explain(error)
    // Even if another argument is wrong.
    if (json && process.argv.some((arg) => /^--json(?:=|$)/.test(arg)))
      console.log(
        JSON.stringify({ ok: false, ...json, problems: [{ line: 0, code: failureCode(error), message }] }),
      )
    else process.stderr.write(`${message}\n`)
  }
}

function failureCode(error: unknown): string {
  if (error instanceof CommandRefusedError) return error.code
  if (error instanceof ConfigError) return 'wrong_settings'
  if (error instanceof ImportsBusyError) return 'busy'
  if (error instanceof Error && databaseFailure(error)) return 'database_failed'
  return isOperatorError(error) ? 'refused' : 'failed'
}

/** Why a file cannot be used, by the system's error codes. */
const FILE_PROBLEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOENT: 'it does not exist',
    ENOTDIR: 'it does not exist',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
    ENAMETOOLONG: 'its name is too long',
    ELOOP: 'it is a symbolic link to itself',
  }),
)

/** The refusal for an error of the file system; other errors unchanged. */
export function fileRefused(error: unknown, file: string, use: 'read' | 'written'): unknown {
  const problem = FILE_PROBLEMS.get(codeOf(error))
  return problem === undefined
    ? error
    : new CommandRefusedError(
        `${file} cannot be ${use}: ${problem}.`,
        use === 'read' ? 'unreadable_file' : 'unwritable_file',
      )
}

function isOperatorError(error: unknown): error is Error {
  return error instanceof OperatorError || error instanceof ImportsBusyError
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (databaseFailure(error) === 'busy')
    return 'Another change of the same data took too long, or waited for this one. This command changed nothing; run it again.'
  const code = codeOf(error)
  return ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000'].includes(code)
    ? `The database of DATABASE_URL cannot be reached (${error.message || code}). Check the URL, and that the database is running.`
    : (error.stack ?? error.message)
}
