import { timingSafeEqual } from 'node:crypto'
import { ApiError } from './api-error.ts'
import { type Params, textOf } from './form-body.ts'

/**
 * Who calls: the shop's server with the secret key, or a browser with a publishable key and the client secret
 * of one intent.
 */
export type Caller = { kind: 'server' } | { kind: 'browser'; clientSecret: string }

/**
 * Identifies the caller by the key in `Authorization: Bearer`, `Authorization: Basic` or the parameter `key`;
 * removes `key` and `client_secret` from the parameters.
 * @throws ApiError 401
 */
export function identifyCaller(authorization: string | undefined, params: Params, secretKey: string): Caller {
  const key = keyOf(authorization) ?? textOf(params, 'key')
  const clientSecret = textOf(params, 'client_secret') ?? ''
  delete params['key']
  delete params['client_secret']
  if (key === null)
    throw unauthorized('You did not provide an API key. Give it as "Authorization: Bearer YOUR_SECRET_KEY".')
  if (same(key, secretKey)) return { kind: 'server' }
  if (/^pk_test_\w+$/.test(key)) return { kind: 'browser', clientSecret }
  throw unauthorized(
    `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.min(20, Math.max(0, key.length - 8)))}`,
  )
}

/** 401 for a browser that calls what only the shop's server may call. */
export function secretKeyRequired(): ApiError {
  return unauthorized(
    'This API call cannot be made with a publishable API key. Please use a secret API key.',
    'secret_key_required',
  )
}

/** Compares two secrets in constant time. */
export function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function keyOf(authorization: string | undefined): string | null {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (/^bearer$/i.test(scheme)) return value
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString().split(':')[0] ?? null
  return null
}

function unauthorized(message: string, code?: string): ApiError {
  return new ApiError(401, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
  })
}
