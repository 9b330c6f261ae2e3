import pino from 'pino'
import { databaseFailure } from '#db/database-failure.ts'
import { currentTraceId } from '#observe/trace.ts'

/**
 * The store's log: one JSON line per event on standard output, without tokens, passwords, card numbers or
 * email addresses.
 */
export type Log = pino.Logger

/** @param level pino's level; `silent` writes nothing. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    mixin() {
      const traceId = currentTraceId()
      return traceId === undefined ? {} : { traceId }
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: ['authorization', 'cookie', '*.authorization', '*.cookie', '*.password', '*.token'],
  })
}

/**
 * Logs that work failed: as `postponed: the database failed`, without a stack, while the database is down,
 * since there are many then; else as `failed`, with the whole error.
 */
export function logFailure(
  log: Log,
  error: unknown,
  { postponed, failed, fields = {} }: { postponed: string; failed: string; fields?: object },
): void {
  if (error instanceof Error && databaseFailure(error))
    log.warn({ ...fields, reason: error.message }, `${postponed}: the database failed`)
  else log.error({ err: error, ...fields }, failed)
}

/** In characters; longer messages repeat user input. */
const MAX_MESSAGE_LENGTH = 1000

/**
 * Logged properties of an error. PostgreSQL's `detail` has the whole row, a card provider's `raw` the client
 * secret.
 */
const LOGGED_FIELDS = [
  'code',
  'constraint',
  'table',
  'routine',
  'kind',
  'statusCode',
  'syscall',
  'requestId',
] as const

/** An error for the log: its type, stack and code, without the values involved. */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields = Object.fromEntries(
    LOGGED_FIELDS.flatMap((key) =>
      key in error ? [[key, (error as Error & Record<string, unknown>)[key]]] : [],
    ),
  )
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const message = withoutValues(error.message, code)
  // The first lines of a stack repeat the message.
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    stack: stack?.join('\n'),
    ...fields,
    ...(error.cause === undefined || depth > 2 ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

/** PostgreSQL quotes invalid input (class 22), and other messages may contain an email address. */
function withoutValues(message: string, code: string): string {
  const short = message.slice(0, MAX_MESSAGE_LENGTH)
  const unquoted = code.startsWith('22') ? short.replaceAll(/"[^]*"/g, '"…"') : short
  return unquoted.replaceAll(/[^\s@"'<>(]+@[^\s@"'<>)]+/g, '{email}')
}
