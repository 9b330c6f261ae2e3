import { createHash } from 'node:crypto'
import type pg from 'pg'
import { ApiError } from './api-error.ts'
import type { Params } from './form-body.ts'
import type { ApiResponse } from './intents.ts'

/** The parts of a request that its Idempotency-Key identifies. */
export type KeyedRequest = { key: string; method: string; path: string; params: Params }

/**
 * Runs a request once per Idempotency-Key: the response is stored in the transaction of the work, so that a
 * killed process leaves both or neither. Errors are not stored; they had no effect.
 * @returns the response, and whether it is a replay.
 * @throws ApiError 400 for the same key with other parameters, 409 while the first request is in progress.
 */
export async function runIdempotently(
  tx: pg.PoolClient,
  request: KeyedRequest,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse & { replayed: boolean }> {
  if (request.key.length > 255)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'idempotency_key_too_long',
      message: 'Idempotency keys have at most 255 characters.',
    })
  const lock = await tx.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('driveline.simulator'), hashtext($1)) as free`,
    [request.key],
  )
  if (!lock.rows[0]?.free) throw keyInUse(request.key)
  const hash = createHash('sha256')
    .update(`${request.method} ${request.path}\n${withoutCard(request.params)}`)
    .digest('base64url')
  const earlier = await tx.query<{ request: string; status: number; body: object }>(
    `select request, status, body from simulator.answers where key = $1 and created_at > now() - interval '24 hours'`,
    [request.key],
  )
  const stored = earlier.rows[0]
  if (stored) {
    if (stored.request !== hash)
      throw new ApiError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`,
      })
    return { status: stored.status, body: stored.body, replayed: true }
  }
  const response = await work()
  await tx.query(
    `insert into simulator.answers (key, request, status, body) values ($1, $2, $3, $4)
     on conflict (key) do update set request = excluded.request, status = excluded.status, body = excluded.body, created_at = clock_timestamp()`,
    [request.key, hash, response.status, response.body],
  )
  return { ...response, replayed: false }
}

/**
 * The stored hash must not help to recover a card number: it covers only card data that the payment stores
 * too.
 */
function withoutCard(params: Params): string {
  return JSON.stringify(params, (name, value: unknown) => {
    if (name === 'cvc') return undefined
    return name === 'number' && typeof value === 'string' ? value.slice(-4) : value
  })
}

/** 409: the first request with this key is still in progress. */
export function keyInUse(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotency-Key '${key}'. Please try again later.`,
  })
}
