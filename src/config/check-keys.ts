import type { Config } from './config.ts'

/** Keys and secrets that are accepted but insecure. Each problem names its setting and the fix. */

const SIGNING_SECRET = { pattern: /^whsec_[A-Za-z0-9+/=_-]+$/, begins: 'whsec_' }
/** The prefixes of Stripe's keys. `rk_` is a secret key with fewer rights. */
const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: { pattern: /^[sr]k_(test|live)_[A-Za-z0-9_]+$/, begins: 'sk_live_ or rk_live_' },
  STRIPE_PUBLISHABLE_KEY: { pattern: /^pk_(test|live)_[A-Za-z0-9_]+$/, begins: 'pk_live_' },
  STRIPE_WEBHOOK_SECRET: SIGNING_SECRET,
  STRIPE_WEBHOOK_SECRET_PREVIOUS: SIGNING_SECRET,
} as const
/** Minimum length of a real signing secret after `whsec_`. */
const MIN_WEBHOOK_SECRET_LENGTH = 16
/**
 * A key in the current format contains its account: `acct_1Abc…` has keys `sk_live_51Abc…`. Only keys of this
 * length have that format; older ones are random, and could begin with 51 by chance.
 */
const KEY_WITH_ACCOUNT = /^[a-z]+_(?:test|live)_5(1[A-Za-z0-9]{15})[A-Za-z0-9]{60,}$/

/** Problems with the keys of the card provider; none without keys. */
export function* stripeProblems(keys: Config): Generator<string> {
  const modes = new Set<string>()
  for (const [name, { pattern, begins }] of Object.entries(STRIPE_KEYS)) {
    const key = keys[name as keyof typeof STRIPE_KEYS]
    if (key === undefined) continue
    const found = pattern.exec(key)
    if (found?.[1]) modes.add(found[1])
    if (!found) yield `${name} does not begin with ${begins}: copy it again from the Stripe dashboard`
  }
  if (modes.size > 1)
    yield 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a test key and one a live key; take both from the same side of the Stripe dashboard'
  // Undefined if the key does not contain its account.
  const [secret, publishable] = [keys.STRIPE_SECRET_KEY, keys.STRIPE_PUBLISHABLE_KEY].map(
    (key) => KEY_WITH_ACCOUNT.exec(key ?? '')?.[1],
  )
  if (secret !== undefined && publishable !== undefined && secret !== publishable)
    yield 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong to different Stripe accounts: no card could be charged; take both from the same one'
  const { STRIPE_WEBHOOK_SECRET: signing, STRIPE_WEBHOOK_SECRET_PREVIOUS: previous } = keys
  if (previous !== undefined && signing === undefined)
    yield 'STRIPE_WEBHOOK_SECRET_PREVIOUS: set STRIPE_WEBHOOK_SECRET too, to the secret that Stripe signs with from now on'
  if (previous !== undefined && previous === signing)
    yield 'STRIPE_WEBHOOK_SECRET_PREVIOUS is the same as STRIPE_WEBHOOK_SECRET: set it to the previous secret, or remove it'
  if (modes.has('live') && keys.demo)
    yield 'STRIPE_SECRET_KEY: a demo must not charge real cards; use test keys, or set DEMO=0'
  if (keys.demo) return
  if (modes.has('test') && !keys.STRIPE_ALLOW_TEST_KEYS)
    yield 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: test keys take no money; use live keys, or set STRIPE_ALLOW_TEST_KEYS=1 while you try the store out'
  for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET_PREVIOUS'] as const)
    if (keys[name]?.startsWith('whsec_') && keys[name].length < 'whsec_'.length + MIN_WEBHOOK_SECRET_LENGTH)
      yield `${name} is too short: copy the whole signing secret from the Stripe dashboard`
  if (keys.STRIPE_API_BASE?.startsWith('http://') && !isLoopback(new URL(keys.STRIPE_API_BASE).hostname))
    yield 'STRIPE_API_BASE must start with https://: the secret key is sent there'
}

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Placeholders of examples and templates. No service issues secrets that contain them. */
const PLACEHOLDER =
  /change[-_ ]?(?:me|this)|placeholder|replace[-_ ]?(?:me|this)|your[-_ ](?:own[-_ ])?(?:secret|key|token|password|api)|<[a-z -]+>|%3C[a-z%\d-]+%3E|^x{4,}$|x{8,}|\.\.\.|…|%E2%80%A6/i

/**
 * Whether a secret was copied from an example. For secrets that others issue: the issuer is responsible for
 * their strength.
 */
export function isPlaceholder(secret: string): boolean {
  return PLACEHOLDER.test(secret)
}

const MAKE_ONE = 'make one with: openssl rand -base64 48'
/**
 * Words and keyboard runs that random text does not contain; they also match Better Auth's published default
 * secret. A run of digits and of a–f has eight keys: one in 100,000 random hex secrets has six of them.
 */
const GUESSABLE_WORDS =
  /change[-_ ]?me|placeholder|example|secret|password|better[-_ ]?auth|default|insecure|driveline|qwerty|asdfgh|zxcvbn|12345678|98765432|abcdefgh|fedcba98/i
/** A secret with less entropy is open to brute force. */
const MIN_ENTROPY_BITS = 110
/** One in a hundred million secrets of 32 random hex digits has fewer distinct ones. */
const MIN_DISTINCT_CHARACTERS = 8

/** The size of the alphabet a secret of this form was drawn from, including characters absent by chance. */
function alphabetOf(secret: string): number {
  if (/^\d+$/.test(secret)) return 10
  if (/^[\da-f]+$/i.test(secret)) return 16
  return new Set(secret).size
}

/** Why this secret is guessable, at most one reason. Output of `openssl rand` passes, in hex and base64. */
export function* guessableSecret(name: string, secret: string): Generator<string> {
  const different = new Set(secret).size
  const bits = Math.log2(alphabetOf(secret)) * secret.length
  const threes = new Set(Array.from({ length: secret.length - 2 }, (_, at) => secret.slice(at, at + 3)))
  if (GUESSABLE_WORDS.test(secret)) yield `${name} is a placeholder or contains words: ${MAKE_ONE}`
  else if (different < MIN_DISTINCT_CHARACTERS || bits < MIN_ENTROPY_BITS)
    yield `${name} has only ${different} different characters: ${MAKE_ONE}`
  else if (threes.size < (secret.length - 2) * 0.8) yield `${name} repeats itself: ${MAKE_ONE}`
}
