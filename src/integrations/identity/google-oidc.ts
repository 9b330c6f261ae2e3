import { hash } from 'node:crypto'
import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import type { Config } from '#config/config.ts'
import { isForOneAudience, personOf } from './oidc-claims.ts'
import { createOidcIssuer } from './oidc-issuer.ts'

export type GoogleOidc = NonNullable<ReturnType<typeof createGoogleOidc>>
/** A sign-in that is under way. `codeVerifier`: of PKCE. */
type Flow = { codeVerifier: string; redirectUri: string }

/**
 * A sign-in at Google, or the issuer in its place, by the settings: authorization code with PKCE and nonce.
 * Null where they name no client of it.
 * @param options.withoutNonce for an id token that is passed on to a service which knows no nonce; PKCE still
 * binds the code to this browser.
 */
export function createGoogleOidc(config: Config, { withoutNonce = false } = {}) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
  if (!clientId || !clientSecret) return null
  const { configuration, forgetMetadata } = createOidcIssuer({
    issuer: config.GOOGLE_ISSUER ?? 'https://accounts.google.com',
    clientId,
    clientSecret,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  })
  const nonceFor = (codeVerifier: string) => (withoutNonce ? undefined : nonceOf(codeVerifier))

  return {
    /**
     * Where to send the browser.
     * @throws when the issuer cannot be reached.
     */
    async authorizationUrl({ state, codeVerifier, redirectUri }: Flow & { state: string }) {
      const nonce = nonceFor(codeVerifier)
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        ...(nonce && { nonce }),
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
    },
    /**
     * Redeems the code.
     * @returns the id token, verified.
     * @throws when the issuer refuses or its response is invalid.
     */
    async redeem({ code, codeVerifier, redirectUri }: Flow & { code: string }) {
      const callback = new URL(redirectUri)
      callback.searchParams.set('code', code)
      const expectedNonce = nonceFor(codeVerifier)
      const tokens = await oidc
        .authorizationCodeGrant(await configuration(), callback, {
          pkceCodeVerifier: codeVerifier,
          ...(expectedNonce && { expectedNonce }),
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          forgetMetadata()
          throw error
        })
      const { id_token } = tokens
      // The library also accepts a token with several audiences if this client issued the request.
      if (!id_token || !isForOneAudience(tokens.claims() ?? {}))
        throw new Error('The identity issuer sent an id token that is not for this store alone')
      return id_token
    },
    /** Reads an id token that `redeem` returned. Null when its claims are malformed. */
    profileOf: (idToken: string) => personOf(decodeJwt(idToken)),
  }
}

/** Derived from the verifier, which only this sign-in's encrypted cookie holds: nothing more to store. */
export function nonceOf(codeVerifier: string): string {
  return hash('sha256', `nonce ${codeVerifier}`, 'base64url')
}
