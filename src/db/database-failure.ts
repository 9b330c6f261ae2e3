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
    '40P01': 'busy',
    '40001': 'busy',
    '25006': 'read_only',
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
    EHOSTUNREACH: 'unavailable',
    ENETUNREACH: 'unavailable',
    ETIMEDOUT: 'lost',
    ECONNRESET: 'lost',
    EPIPE: 'lost',
  }),
)

/** The kind of database failure, or null for any other error. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (error instanceof OverloadedError) return 'overloaded'
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  const known = BY_CODE.get(code) ?? BY_CODE.get(code.slice(0, 2))
  if (known) return known
  // No such socket; for a file, the same code means something else.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect' ? 'unavailable' : null
  if (/timeout exceeded when trying to connect|due to connection timeout/i.test(error.message))
    return 'unavailable'
  return /Connection terminated|not queryable|Query read timeout/i.test(error.message) ? 'lost' : null
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
