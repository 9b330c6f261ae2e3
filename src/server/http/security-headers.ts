import { createHash } from 'node:crypto'
import type { Config } from '#config/config.ts'
import type { SignInSettings } from '#domain/accounts/identity-provider.ts'

/**
 * File types that browsers show as text or save, never as a document that loads anything. A page loads a
 * dozen such files.
 */
const INERT = /^(?:text\/(?:javascript|css)|font\/)/

/**
 * Headers of a file that browsers cache for a year: scripts, styles, fonts, pictures. A page loads dozens of
 * them: with the policy headers of pages, they would add up to the size of a picture.
 * @param type its Content-Type.
 */
export function fileHeaders(config: Config, type: string | null): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // An SVG that is opened directly runs no script; other pictures load no icon.
    ...(type !== null && INERT.test(type)
      ? {}
      : { 'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'; sandbox` }),
    ...(config.production ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** Headers of every other response. */
export function commonHeaders(config: Config): Record<string, string> {
  return {
    ...fileHeaders(config, null),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
    // The Google popup must be able to message its opener.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    // Pages set their own. Any other response that is opened directly loads and runs nothing.
    'Content-Security-Policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

/**
 * Origins of Stripe's script and frames, the card form and the bank's 3-D Secure page, as Stripe's security
 * guide lists them for Stripe.js; Google's maps are only for its address form.
 */
const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com'
const STRIPE_FRAMES = `${STRIPE_SCRIPTS} https://hooks.stripe.com`

/**
 * Where Firebase's SDK sends what is typed into the sign-in forms, and renews ID tokens. It loads no script
 * from there.
 */
const FIREBASE_CALLS = 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'

/**
 * Replaces the nonce of a rendered page by the hashes of the inline scripts that carried it: so that a
 * finished page can be cached and shared. An injected script has no nonce, gets no hash and does not run.
 * @param html UTF-8. Read as Latin-1, one character per byte: only ASCII is replaced, so nothing has to be
 * decoded.
 * @param nonce random, for this rendering only.
 */
export function hashOwnScripts(
  html: Buffer,
  nonce: string,
): { html: Buffer<ArrayBuffer>; hashes: readonly string[] } {
  const mark = ` nonce="${nonce}"`
  const bytes = html.toString('latin1')
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of bytes.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(mark))
      hashes.add(`'sha256-${createHash('sha256').update(script, 'latin1').digest('base64')}'`)
  return { html: Buffer.from(bytes.replaceAll(mark, ''), 'latin1'), hashes: [...hashes] }
}

/**
 * The Content-Security-Policy of a page. Scripts run only from our own files or with a hash in `hashes`. Text
 * never becomes markup or script in the browser: Trusted Types prevent it. See decisions 017, 041 and 110.
 * @param page.cards whose card form the page may show; Stripe's only on the payment page.
 */
export function contentSecurityPolicy(
  hashes: readonly string[],
  page: Pick<Config, 'IMAGE_HOST_URL' | 'S3_PUBLIC_URL'> & { cards: 'stripe' | 'simulator' | 'none' },
  signIn: SignInSettings,
): string {
  const firebase = signIn.kind === 'firebase' ? ` ${signIn.emulatorUrl ?? FIREBASE_CALLS}` : ''
  const stripe = page.cards === 'stripe'
  // Many image services deliver from another host than they upload to.
  const pictures = page.IMAGE_HOST_URL ? ' https:' : ''
  const bucket = page.S3_PUBLIC_URL ? ` ${new URL(page.S3_PUBLIC_URL).origin}` : ''
  return [
    `default-src 'none'`,
    `script-src ${["'self'", ...hashes].join(' ')}${stripe ? ` ${STRIPE_SCRIPTS}` : ''}`,
    `require-trusted-types-for 'script'`,
    // `default` is in routes/payment/stripe-form.tsx: it allows Stripe's script only.
    `trusted-types ${stripe ? 'default' : `'none'`}`,
    `style-src 'self'`,
    // Stripe's script gives its frames a style attribute.
    ...(stripe ? [`style-src-attr 'unsafe-inline'`] : []),
    `font-src 'self'`,
    // data: is the arrow of our own style sheets, blob: the picture that an admin has just chosen.
    `img-src 'self' data: blob:${bucket}${pictures}`,
    `manifest-src 'self'`,
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}${firebase}`,
    // 'self' is the simulator's 3-D Secure page.
    `frame-src ${{ stripe: STRIPE_FRAMES, simulator: `'self'`, none: `'none'` }[page.cards]}`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
