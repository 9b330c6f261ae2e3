import { AsyncLocalStorage } from 'node:async_hooks'
import { codeOf } from '#config/thrown-error.ts'

/**
 * Why a valid statement failed. `unavailable`: the database was not reached, nothing was done · `lost`: the
 * connection broke, the statement may have been executed · `busy`: a lock or statement timeout · `full`: no
 * disk space · `read_only`: a standby · `overloaded`: too much work of one kind.
 */
export type DatabaseFailure = 'unavailable' | 'lost' | 'busy' | 'full' | 'read_only' | 'overloaded'

/** Work refused because too much of its kind is running. */
export class OverloadedError extends Error {
  override name = 'OverloadedError'
}

/** Failures by PostgreSQL's codes, exact codes before their class. */
const BY_CODE: ReadonlyMap<string, DatabaseFailure> = new Map(
  Object.entries({
    '53100': 'full',
    // Lock, statement and transaction limits, deadlock, serialization.
    '55P03': 'busy',
    '57014': 'busy',
    '25P03': 'lost',
    '25P04': 'lost',
    '55006': 'busy',
    '72000': 'busy',
    '40': 'busy',
    '40003': 'lost',
    '25006': 'read_only',
    // A pooler or a new leader has other prepared statements than this connection knows.
    '26000': 'lost',
    '42P05': 'lost',
    // Starting up, shutting down, too many connections; not the expected server, or not yet.
    '57P03': 'unavailable',
    '53': 'unavailable',
    '28': 'unavailable',
    '3D': 'unavailable',
    // The connection was ended by an administrator, a crash or the network.
    '57': 'lost',
    '08': 'lost',
    '58': 'lost',
    ECONNREFUSED: 'unavailable',
    ENOTFOUND: 'unavailable',
    EAI_AGAIN: 'unavailable',
    EAI_FAIL: 'unavailable',
    EHOSTUNREACH: 'unavailable',
    EHOSTDOWN: 'unavailable',
    ENETUNREACH: 'unavailable',
    ENETDOWN: 'unavailable',
    EADDRNOTAVAIL: 'unavailable',
    ETIMEDOUT: 'lost',
    ECONNRESET: 'lost',
    ECONNABORTED: 'lost',
    ENOTCONN: 'lost',
    ENETRESET: 'lost',
    EPIPE: 'lost',
    ERR_STREAM_DESTROYED: 'lost',
    ERR_STREAM_WRITE_AFTER_END: 'lost',
    ERR_STREAM_PREMATURE_CLOSE: 'lost',
    ERR_SOCKET_CLOSED: 'lost',
  }),
)

/** SQLSTATEs that a failover gives to some statements only, and what their messages then are. */
const BY_MESSAGE: readonly [codes: readonly string[], message: RegExp, failure: DatabaseFailure][] = [
  // PostgreSQL has no code of its own for what a standby cannot do.
  [['55000', 'XX000', '0A000'], /recovery|standby/i, 'read_only'],
  [['0A000'], /cached plan must not change/i, 'lost'],
]

/** The driver's own errors, which have no code. */
const OF_THE_DRIVER: readonly [RegExp, DatabaseFailure][] = [
  [/timeout exceeded when trying to connect|due to connection timeout|^timeout expired$/i, 'unavailable'],
  [
    /Connection (?:terminated|ended)|not queryable|Query read timeout|^Received unexpected \w+ message|establishing an SSL connection|pool after calling end/i,
    'lost',
  ],
]

/** How deep an error may be wrapped. */
const MAX_CAUSES = 5

/**
 * The kind of database failure, or null for any other error. Also for an error that a library has wrapped:
 * there only PostgreSQL's and the driver's errors count, since other services use the same network.
 */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  const failure = failureOf(error)
  if (failure) return failure
  let { cause } = error
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) {
    const isOfDatabase = codeOf(cause) === '' || /^(?=.*\d)[\dA-Z]{5}$/.test(codeOf(cause))
    const wrapped = isOfDatabase ? failureOf(cause) : null
    if (wrapped) return wrapped
    ;({ cause } = cause)
  }
  return null
}

function failureOf(error: Error): DatabaseFailure | null {
  if (error instanceof OverloadedError) return 'overloaded'
  const code = codeOf(error)
  // A check at the commit is a broken rule.
  if (code === '40002') return null
  const known = BY_CODE.get(code) ?? BY_CODE.get(code.slice(0, 2))
  if (known) return known
  const { message } = error
  const failover = BY_MESSAGE.find(([codes, pattern]) => codes.includes(code) && pattern.test(message))
  if (failover) return failover[2]
  // No such socket; for a file, the same code means something else.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect' ? 'unavailable' : null
  return OF_THE_DRIVER.find(([pattern]) => pattern.test(message))?.[1] ?? null
}

const captured = new AsyncLocalStorage<{ failure: unknown }>()

/** Records a database failure for the enclosing `captureFailure`. Called where queries are sent. */
export function recordFailure(error: unknown): void {
  const context = captured.getStore()
  if (context && databaseFailure(error)) context.failure ??= error
}

/**
 * For Better Auth, which swallows and wraps database errors.
 * @returns the result, and the first database failure during the work, if any.
 * @throws what the work throws, or the database failure instead.
 */
export async function captureFailure<T>(work: () => Promise<T>): Promise<{ result: T; failure: unknown }> {
  const context = { failure: undefined as unknown }
  try {
    const result = await captured.run(context, work)
    return { result, failure: context.failure }
  } catch (error) {
    throw context.failure ?? error
  }
}
