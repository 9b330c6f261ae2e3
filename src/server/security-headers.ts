import { createHash } from 'node:crypto'
import type { Config } from '#config/env.ts'

/** Headers that every answer carries. */
export function commonHeaders(config: Config): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
    // The Google popup must be able to tell its opener that it is done.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(config.production ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/**
 * The Content-Security-Policy of a page. Scripts run only from our own files, or when they are exactly those inline scripts that
 * the server wrote: their hashes stand in the policy, so that a finished page can be kept in memory and sent to everybody
 * (a nonce would have to be new in each answer). See docs/decisions.
 */
export function contentSecurityPolicy(html: string, config: Config): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const stripe = Boolean(config.STRIPE_SECRET_KEY)
  const picturesElsewhere = config.IMAGE_HOST_URL ? ' https:' : ''
  return [
    `default-src 'self'`,
    `script-src 'self' ${[...new Set(hashes)].join(' ')}${stripe ? ' https://js.stripe.com' : ''}`,
    `style-src 'self'${stripe ? " 'unsafe-inline'" : ''}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:${picturesElsewhere}`,
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}`,
    `frame-src 'self'${stripe ? ' https://js.stripe.com https://hooks.stripe.com' : ''}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
