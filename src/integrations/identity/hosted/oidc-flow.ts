import * as oidc from 'openid-client'
import { nonceOf } from '../google-oidc.ts'
import { isForOneAudience, personOf, type PersonClaims } from '../oidc-claims.ts'
import type { OidcIssuer } from '../oidc-issuer.ts'
import type { Flow } from './sign-in-cookie.ts'

/**
 * The issuer's tokens at the end of a sign-in, and at each renewal. `refreshToken` is null where it issues
 * none.
 */
export type IssuerTokens = { person: PersonClaims; idToken: string; refreshToken: string | null }

/**
 * The issuer says that the sign-in has ended: the user signed out there, was disabled, or the grant was
 * revoked.
 */
export class SignInEndedError extends Error {}

/**
 * The steps of a sign-in at the shop's own issuer: authorization code with PKCE, state and nonce, renewal,
 * sign-out. All throw when the issuer cannot be reached, refuses, or sends an untrustworthy response.
 */
export function createOidcFlow(issuer: OidcIssuer, settings: { redirectUri: () => string; scope: string }) {
  const { redirectUri, scope } = settings

  return {
    /**
     * Where to send the browser.
     * @param create shows the issuer's sign-up instead, where it has one (prompt=create).
     */
    async authorizationUrl({ state, codeVerifier }: Flow, create: boolean): Promise<URL> {
      const configuration = await issuer.configuration()
      const { prompt_values_supported: prompts } = configuration.serverMetadata()
      const canCreate = create && Array.isArray(prompts) && prompts.includes('create')
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(),
        scope,
        state,
        nonce: nonceOf(codeVerifier),
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(canCreate && { prompt: 'create' }),
      })
    },

    /**
     * Redeems the code of this callback.
     * @throws AuthorizationResponseError when the person or the issuer refused.
     */
    async redeem(callback: URL, { state, codeVerifier }: Flow): Promise<IssuerTokens> {
      const configuration = await issuer.configuration()
      const current = new URL(redirectUri())
      current.search = callback.search
      const tokens = await oidc.authorizationCodeGrant(configuration, current, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonceOf(codeVerifier),
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims || !tokens.id_token || !isForOneAudience(claims))
        throw new Error('The issuer sent an id token that is not for this store alone')
      return tokensOf(configuration, tokens, claims, tokens.id_token)
    },

    /**
     * Asks the issuer whether the sign-in of this refresh token goes on.
     * @throws SignInEndedError when it does not.
     * @param subject whose it is.
     * @param idToken the last one, which is kept when the issuer sends no new one.
     */
    async renew(refreshToken: string, subject: string, idToken: string): Promise<IssuerTokens> {
      const configuration = await issuer.configuration()
      const tokens = await oidc.refreshTokenGrant(configuration, refreshToken).catch((error: unknown) => {
        if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant')
          throw new SignInEndedError('The sign-in has ended at the issuer', { cause: error })
        throw error
      })
      const claims = tokens.claims()
      if (claims && claims.sub !== subject)
        throw new SignInEndedError('The issuer responded for another person')
      const renewed = await tokensOf(
        configuration,
        tokens,
        claims ?? { sub: subject },
        tokens.id_token ?? idToken,
      )
      return { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }
    },

    /** The issuer's page that ends the session there; null where it has none. */
    async signOutUrl(idToken: string, returnTo: string): Promise<URL | null> {
      const configuration = await issuer.configuration()
      if (!configuration.serverMetadata().end_session_endpoint) return null
      return oidc.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: returnTo,
      })
    },
  }

  /** Many issuers have the email in the id token, the others at their userinfo endpoint. */
  async function tokensOf(
    configuration: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse,
    claims: { sub: string; [name: string]: unknown },
    idToken: string,
  ): Promise<IssuerTokens> {
    const hasEmail = typeof claims['email'] === 'string'
    const asksAgain = !hasEmail && configuration.serverMetadata().userinfo_endpoint !== undefined
    const found = asksAgain
      ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : undefined
    const person = personOf({ ...claims, ...found, sub: claims.sub })
    if (!person) throw new Error('The issuer sent malformed claims')
    return { person, idToken, refreshToken: tokens.refresh_token ?? null }
  }
}
