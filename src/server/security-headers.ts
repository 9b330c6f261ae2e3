import { createHash } from 'node:crypto'
import type { Config } from '#config/env.ts'

/**
 * Headers of a file that browsers keep for a year: a script, styles, letters, a picture. It is never a page, and a page needs dozens:
 * what says how a page may behave would weigh as much as a picture.
 */
export function fileHeaders(config: Config): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // A drawing opened by itself runs nothing.
    'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'; sandbox`,
    ...(config.production ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** Headers of every other answer. */
export function commonHeaders(config: Config): Record<string, string> {
  return {
    ...fileHeaders(config),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
    // The Google popup must be able to tell its opener that it is done.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    // For what is no page: opened by itself, it may load and run nothing. Pages bring their own.
    'Content-Security-Policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

/** Where Stripe's script comes from, and its frames: with the card form and with the bank's 3-D Secure page. */
const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com'
const STRIPE_FRAMES = `${STRIPE_SCRIPTS} https://hooks.stripe.com`

/**
 * Takes the nonce out of a rendered page and names the inline scripts that carried it by their hashes: so a finished page can be cached
 * and sent to many people. A script that got into the page in another way has no nonce, gets no hash and does not run.
 * @param nonce random and made for this rendering only.
 */
export function hashOwnScripts(html: string, nonce: string): { html: string; hashes: readonly string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(mark))
      hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return { html: html.replaceAll(mark, ''), hashes: [...hashes] }
}

/**
 * The Content-Security-Policy of a page. Scripts run only from our own files, or when their hash is among `hashes`. Text never
 * becomes markup or script in the browser: Trusted Types refuse it. See docs/decisions, 017 and 041.
 */
export function contentSecurityPolicy(
  hashes: readonly string[],
  config: Pick<Config, 'STRIPE_SECRET_KEY' | 'IMAGE_HOST_URL'>,
): string {
  const stripe = Boolean(config.STRIPE_SECRET_KEY)
  // Many image services deliver from another host than the one that takes pictures.
  const pictures = config.IMAGE_HOST_URL ? ' https:' : ''
  return [
    `default-src 'none'`,
    `script-src ${["'self'", ...hashes].join(' ')}${stripe ? ` ${STRIPE_SCRIPTS}` : ''}`,
    `require-trusted-types-for 'script'`,
    // `default` is in routes/payment/stripe-form.tsx: it lets Stripe's script in, and nothing else.
    `trusted-types ${stripe ? 'default' : `'none'`}`,
    `style-src 'self'`,
    // Stripe's script gives its frames a style attribute.
    ...(stripe ? [`style-src-attr 'unsafe-inline'`] : []),
    `font-src 'self'`,
    // data: is the arrow of our own style sheets, blob: the picture that an admin has just chosen.
    `img-src 'self' data: blob:${pictures}`,
    `manifest-src 'self'`,
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}`,
    // Without Stripe, 'self' is the simulator's 3-D Secure page.
    `frame-src ${stripe ? STRIPE_FRAMES : `'self'`}`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
