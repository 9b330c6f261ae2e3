import { createHash } from 'node:crypto'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { SignUpInput } from '#domain/accounts/account.ts'
import { EmailSchema, normalEmail } from '#domain/shared/text.ts'
import { readAtMost } from '../bounded-response.ts'

/**
 * What Google, or another OpenID Connect issuer in its place, reports about a person. `email` is normalized.
 */
export type GoogleProfile =
  | { subject: string; email: string; emailVerified: boolean; name: string }
  | { subject: string; email: null }

/** The two steps of a sign-in at an OpenID Connect issuer: authorization code with PKCE and nonce. */
export type GoogleOidc = {
  /** Where to send the browser. Throws when the issuer cannot be reached. */
  authorizationUrl(flow: { state: string; codeVerifier: string; redirectUri: string }): Promise<URL>
  /**
   * Redeems the code. @returns the id token, its claims and signature verified. Throws when the issuer
   * refuses or its response is invalid.
   */
  redeem(flow: { code: string; codeVerifier: string; redirectUri: string }): Promise<string>
  /** Reads an id token that `redeem` returned. Null when its claims are malformed. */
  profileOf(idToken: string): GoogleProfile | null
}

/** The longest response that is read; the longest of an issuer, its keys, has about 2 KB. */
const ANSWER_BYTES = 256 * 1024

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.unknown().optional(),
  name: z.string().optional(),
})

/**
 * @param settings.issuer as the issuer names itself; its endpoints are discovered at the first sign-in, never
 * at startup.
 * @param settings.timeoutMs timeout of each response.
 */
export function createGoogleOidc(settings: {
  issuer: string
  clientId: string
  clientSecret: string
  timeoutMs: number
}): GoogleOidc {
  const { clientId, clientSecret: client_secret, timeoutMs } = settings
  const issuer = new URL(settings.issuer)
  // Our own signal, since the library's timeout is in whole seconds.
  const fetchBounded: oidc.CustomFetch = async (url, init) =>
    readAtMost(
      await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) } as RequestInit),
      ANSWER_BYTES,
    )
  // An https issuer may not name an endpoint without https.
  const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  let discovered: Promise<oidc.ServerMetadata> | undefined

  function forgetMetadata(error: unknown): never {
    discovered = undefined
    throw error
  }

  /** A fresh configuration per use: the library would only use keys fetched in the last minute. */
  async function configuration(): Promise<oidc.Configuration> {
    discovered ??= oidc
      .discovery(issuer, clientId, { client_secret }, undefined, {
        [oidc.customFetch]: fetchBounded,
        execute,
      })
      .then((configuration) => configuration.serverMetadata())
      .catch(forgetMetadata)
    // `iss` beside the code distinguishes several issuers (RFC 9207): there is only one, and Better Auth does
    // not pass it on.
    const metadata = { ...(await discovered), authorization_response_iss_parameter_supported: false }
    const made = new oidc.Configuration(metadata, clientId, { client_secret })
    made[oidc.customFetch] = fetchBounded
    for (const extend of [oidc.enableNonRepudiationChecks, ...execute]) extend(made)
    return made
  }

  return {
    async authorizationUrl({ state, codeVerifier, redirectUri }) {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce: nonceOf(codeVerifier),
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
    },
    async redeem({ code, codeVerifier, redirectUri }) {
      const callback = new URL(redirectUri)
      callback.searchParams.set('code', code)
      const tokens = await oidc
        .authorizationCodeGrant(await configuration(), callback, {
          pkceCodeVerifier: codeVerifier,
          expectedNonce: nonceOf(codeVerifier),
        })
        // Its endpoints may have moved: discover them again next time.
        .catch(forgetMetadata)
      const { id_token } = tokens
      // The library also accepts a token with several audiences if this client issued the request.
      if (!id_token || [tokens.claims()?.aud].flat().length !== 1)
        throw new Error('The identity issuer answered with an id token that is not for this store alone')
      return id_token
    },
    profileOf(idToken) {
      const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8')
      const claims = Claims.safeParse(JSON.parse(payload)).data
      if (!claims) return null
      const email = normalEmail(claims.email ?? '')
      if (EmailSchema.safeParse(email).data !== email) return { subject: claims.sub, email: null }
      const name = SignUpInput.shape.name.safeParse(claims.name?.slice(0, 100))
      return {
        subject: claims.sub,
        email,
        emailVerified: claims.email_verified === true,
        name: name.data ?? email.replace(/@.*/, '').slice(0, 100),
      }
    },
  }
}

/** Derived from the verifier, which only this sign-in's encrypted cookie holds: nothing more to store. */
function nonceOf(codeVerifier: string): string {
  return createHash('sha256').update(`nonce ${codeVerifier}`).digest('base64url')
}
