import type { Config } from './config.ts'

/** The settings of the identity provider: what each choice needs, and what must not be set with it. */

const FIREBASE = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'] as const
const FIREBASE_TRIALS = ['FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_KEYS_URL'] as const
const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/** Where the owner finds a missing setting. */
const SOURCES: Record<(typeof FIREBASE)[number] | (typeof OIDC)[number], string> = {
  FIREBASE_PROJECT_ID: 'the project settings of the Firebase console show it',
  FIREBASE_API_KEY: 'the Web API key in the project settings of the Firebase console',
  OIDC_ISSUER: 'the issuer’s URL, exactly as the issuer states it',
  OIDC_CLIENT_ID: 'the id under which the issuer knows this store',
  OIDC_CLIENT_SECRET: 'the secret that the issuer made for this store',
}

/** Problems with the choice of the identity provider; each names its setting and the fix. */
export function* identityProblems(c: Config): Generator<string> {
  const needs = c.IDENTITY === 'firebase' ? FIREBASE : c.IDENTITY === 'oidc' ? OIDC : []
  for (const name of needs)
    if (!c[name]) yield `${name} is missing: IDENTITY=${c.IDENTITY} needs it; ${SOURCES[name]}`
  const unused = [
    ...(c.IDENTITY === 'firebase' ? [] : [...FIREBASE, ...FIREBASE_TRIALS]),
    ...(c.IDENTITY === 'oidc' ? [] : ([...OIDC, 'OIDC_NAME'] as const)),
  ]
  for (const name of unused)
    if (c[name])
      yield `${name} is set, but IDENTITY is ${c.IDENTITY}: set IDENTITY=${name.split('_', 1).join('').toLowerCase()}, or remove it`
  if (c.IDENTITY === 'oidc' && c.GOOGLE_CLIENT_ID)
    yield 'GOOGLE_CLIENT_ID: with IDENTITY=oidc the issuer offers Google itself; remove it'
  // With these, tokens need no signature by Google: anyone can make them.
  for (const name of FIREBASE_TRIALS)
    if (c[name] && (c.production || !c.demo))
      yield `${name} is for trying the store in demo mode, outside production: remove it`
  if (c.IDENTITY === 'oidc' && c.production && c.OIDC_ISSUER?.startsWith('http:'))
    yield 'OIDC_ISSUER must start with https:// in production'
}
