import { hash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, UnsecuredJWT } from 'jose'
import { z } from 'zod'
import { PROOF_SECONDS } from '#domain/accounts/identity-provider.ts'
import { isForOneAudience, personOf, type PersonClaims } from '../oidc-claims.ts'
import { boundedFetch } from '../oidc-issuer.ts'

/** The longest token that is read, in characters; those of providers have about 1,000. */
const MAX_LENGTH = 8_192
/** How far the clocks of provider and store may differ, in seconds. */
const CLOCK_DIFFERENCE_S = 60

/** How ID tokens of one provider are verified. */
export type IdTokenRules = {
  issuer: string
  audience: string
  /** Where the provider publishes its keys; null for an emulator, which signs nothing. */
  keysUrl: string | null
  algorithms: string[]
  timeoutMs: number
}

export type ProvedSignIn = {
  person: PersonClaims
  /** Names this sign-in, however often its tokens are renewed: the id of its session. */
  signInId: string
}

/**
 * Verifies ID tokens. Null: not an ID token, or not one that this store accepts.
 * @throws KeysUnreachableError
 */
export type VerifyIdToken = (token: string) => Promise<ProvedSignIn | null>

/** The provider's keys could not be fetched. */
export class KeysUnreachableError extends Error {
  override name = 'KeysUnreachableError'
}

const SignInClaims = z.object({
  iat: z.number(),
  auth_time: z.number().optional(),
  sid: z.string().max(500).optional(),
})

/**
 * Signature, issuer, audience, expiry, age and subject are checked. The provider's keys are fetched at the
 * first use, kept for ten minutes, and fetched again when a token names an unknown one, twice a minute at
 * most.
 */
export function createIdTokens(rules: IdTokenRules): VerifyIdToken {
  const { issuer, audience, keysUrl, algorithms, timeoutMs } = rules
  const claims = {
    issuer,
    audience,
    clockTolerance: CLOCK_DIFFERENCE_S,
    maxTokenAge: PROOF_SECONDS,
    requiredClaims: ['sub', 'iat', 'exp', 'aud', 'iss'],
  }
  const fetchBounded = boundedFetch(timeoutMs)
  const keys =
    keysUrl === null
      ? null
      : createRemoteJWKSet(new URL(keysUrl), {
          [customFetch]: (url, init) => fetchBounded(url, { ...init, headers: {}, body: undefined }),
          timeoutDuration: timeoutMs,
        })

  async function payloadOf(token: string): Promise<JWTPayload> {
    if (!keys) return UnsecuredJWT.decode(token, claims).payload
    return (await jwtVerify(token, keys, { ...claims, algorithms })).payload
  }

  return async (token) => {
    if (token.length > MAX_LENGTH) return null
    try {
      const payload = await payloadOf(token)
      const signIn = SignInClaims.safeParse(payload).data
      const person = personOf(payload)
      if (!signIn || !person || !isForOneAudience(payload)) return null
      if (signIn.auth_time !== undefined && signIn.auth_time > Date.now() / 1_000 + CLOCK_DIFFERENCE_S)
        return null
      const begun = signIn.sid ?? signIn.auth_time ?? signIn.iat
      const named = JSON.stringify([issuer, person.subject, begun])
      return { person, signInId: hash('sha256', named, 'base64url') }
    } catch (error) {
      if (isRefused(error)) return null
      throw new KeysUnreachableError('The keys of the identity provider could not be fetched', {
        cause: error,
      })
    }
  }
}

/** The token is wrong, and not the way to the keys. */
function isRefused(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false
  // Without a subclass: the response for the keys had another status, or was not JSON.
  return error instanceof errors.JOSEError && error.constructor !== errors.JOSEError
}
