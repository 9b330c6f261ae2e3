import { expect, test } from 'vitest'
import { type DatabaseFailure, databaseFailure, OverloadedError } from './database-failure.ts'

/** An error as the driver throws it: PostgreSQL's with its SQLSTATE, or the network's with its code. */
const failed = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

test.each<[string, Error, DatabaseFailure | null]>([
  // A leader that ends, starts or has become a standby.
  [
    'ended by an administrator',
    failed('57P01', 'terminating connection due to administrator command'),
    'lost',
  ],
  ['ended by a crash', failed('57P02'), 'lost'],
  ['starting up', failed('57P03', 'the database system is starting up'), 'unavailable'],
  ['a dropped database', failed('57P04'), 'lost'],
  ['idle for too long', failed('57P05'), 'lost'],
  ['a transaction that took too long', failed('25P04'), 'lost'],
  ['idle in a transaction', failed('25P03'), 'lost'],
  ['a write on a standby', failed('25006', 'cannot execute INSERT in a read-only transaction'), 'read_only'],
  ['a position asked of a standby', failed('55000', 'recovery is in progress'), 'read_only'],
  [
    'a lock on a standby',
    failed(
      '55000',
      'cannot acquire lock mode RowExclusiveLock on database objects while recovery is in progress',
    ),
    'read_only',
  ],
  [
    'a number for a transaction on a standby',
    failed('XX000', 'cannot assign TransactionIds during recovery'),
    'read_only',
  ],
  [
    'a serializable read on a standby',
    failed('0A000', 'cannot use serializable mode in a hot standby'),
    'read_only',
  ],
  ['a conflict with recovery', failed('40001', 'canceling statement due to conflict with recovery'), 'busy'],
  ['an unknown end of a statement', failed('40003'), 'lost'],
  ['a transaction rolled back', failed('40000'), 'busy'],
  ['another server process', failed('55006', 'database is being accessed'), 'busy'],
  ['a snapshot that is too old', failed('72000'), 'busy'],
  [
    'a switched connection without the statement',
    failed('26000', 'prepared statement "q1" does not exist'),
    'lost',
  ],
  [
    'a switched connection with the statement',
    failed('42P05', 'prepared statement "q1" already exists'),
    'lost',
  ],
  ['a plan of the tables before', failed('0A000', 'cached plan must not change result type'), 'lost'],
  // Connections.
  ...['08000', '08001', '08003', '08004', '08006', '08P01'].map(
    (code) => [`class 08: ${code}`, failed(code), 'lost'] as [string, Error, DatabaseFailure],
  ),
  ...['53000', '53200', '53300', '53400', '28000', '28P01', '3D000'].map(
    (code) => [`no connection: ${code}`, failed(code), 'unavailable'] as [string, Error, DatabaseFailure],
  ),
  ...['58000', '58030', '58P01', '58P02'].map(
    (code) => [`the system: ${code}`, failed(code), 'lost'] as [string, Error, DatabaseFailure],
  ),
  ...[
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EAI_FAIL',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'EADDRNOTAVAIL',
  ].map((code) => [`the network: ${code}`, failed(code), 'unavailable'] as [string, Error, DatabaseFailure]),
  ...[
    'ETIMEDOUT',
    'ECONNRESET',
    'ECONNABORTED',
    'ENOTCONN',
    'ENETRESET',
    'EPIPE',
    'ERR_STREAM_DESTROYED',
    'ERR_STREAM_WRITE_AFTER_END',
    'ERR_STREAM_PREMATURE_CLOSE',
    'ERR_SOCKET_CLOSED',
  ].map((code) => [`the network: ${code}`, failed(code), 'lost'] as [string, Error, DatabaseFailure]),
  ...[
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection ended unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
    'Received unexpected commandComplete message from backend.',
    'There was an error establishing an SSL connection',
    'Cannot use a pool after calling end on the pool',
  ].map(
    (message) => [`the driver: ${message}`, new Error(message), 'lost'] as [string, Error, DatabaseFailure],
  ),
  ...[
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
    'timeout expired',
  ].map(
    (message) =>
      [`the driver: ${message}`, new Error(message), 'unavailable'] as [string, Error, DatabaseFailure],
  ),
  // Wrapped by a library.
  ['the cause of another error', new Error('Failed query', { cause: failed('57P01') }), 'lost'],
  ['another service', new TypeError('fetch failed', { cause: failed('ECONNREFUSED') }), null],
  // Limits.
  ['a lock that is not free', failed('55P03'), 'busy'],
  ['a statement that took too long', failed('57014'), 'busy'],
  ['a deadlock', failed('40P01'), 'busy'],
  ['no room', failed('53100'), 'full'],
  ['too much work', new OverloadedError('later'), 'overloaded'],
  // Bugs and refusals: never an outage.
  ['a broken rule', failed('23505'), null],
  ['an unknown column', failed('42703'), null],
  ['a feature that does not exist', failed('0A000', 'not supported'), null],
  ['a sequence without a value', failed('55000', 'currval of sequence "s" is not yet defined'), null],
  ['a failed transaction that goes on', failed('25P02'), null],
  ['a failed check when it is committed', failed('40002'), null],
  ['a broken index', failed('XX002', 'index is corrupted'), null],
  ['a bug of PostgreSQL', failed('XX000', 'cache lookup failed'), null],
  ['a missing file', failed('ENOENT'), null],
  ['our own bug', new TypeError('undefined is not a function'), null],
])('%s', (_, error, failure) => {
  expect(databaseFailure(error)).toBe(failure)
})

test('an error that is its own cause ends the search', () => {
  const error = new Error('around')
  error.cause = error
  expect(databaseFailure(error)).toBeNull()
})
