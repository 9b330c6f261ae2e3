import { bearerToken } from '#domain/accounts/bearer-token.ts'
import type { IdentityProof, IdentityProvider, IdentityResponse } from '#domain/accounts/identity-provider.ts'
import { LOG_IN_FIRST } from '#domain/accounts/viewer.ts'
import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'
import { isFromOwnPages } from '#domain/shared/same-origin.ts'
import { createGoogleOidc, type GoogleOidc } from '../google-oidc.ts'
import { donePage, GOOGLE_CALLBACK, GOOGLE_START, servePopupPages } from '../google-popup.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { endedError } from '../identity-errors.ts'
import { endBearerSession, proveByIdToken } from './bearer.ts'
import { firebaseIdTokenRules } from './firebase-rules.ts'
import {
  closeHostedAccount,
  handleHostedCall,
  type HostedCall,
  hostedCallDescriptions,
  jsonResponse,
  logProviderFailure,
  PROVIDER_UNAVAILABLE,
  redirectTo,
  signedOutResponse,
} from './hosted-calls.ts'
import { createIdTokens, KeysUnreachableError } from './id-tokens.ts'
import { createSignInCookie } from './sign-in-cookie.ts'

/** How long a sign-in is remembered here without an access token being asked for, in minutes. */
const SESSION_MINUTES = 30 * 24 * 60

/**
 * Identity by Firebase Authentication: browsers sign in there, by its SDK, and show its ID token to PUT
 * /user/{email}. Passwords, mails and second factors are Firebase's. The store serves the Google popup, whose
 * result the browser gives to Firebase, and ends sessions.
 */
export function createFirebaseIdentity(deps: IdentityDeps): IdentityProvider {
  const { db, config, appUrl } = deps
  const { FIREBASE_PROJECT_ID: project = '', FIREBASE_API_KEY: apiKey = '' } = config
  const emulator = config.FIREBASE_AUTH_EMULATOR_HOST
  const verify = createIdTokens(firebaseIdTokenRules(config))
  const accounts = { db, providerId: `firebase:${project}` }
  // Firebase reads the id token next, and knows no nonce of ours.
  const google = createGoogleOidc(config, { withoutNonce: true })
  const cookie = createSignInCookie(deps.secret, appUrl)
  const redirectUri = () => appUrl() + GOOGLE_CALLBACK

  async function startGoogle(request: Request): Promise<Response> {
    if (!google) return donePage('not_configured')
    if (!isFromOwnPages(request, appUrl(), { isStrict: true })) return donePage('not_from_this_store')
    const { flow, line } = await cookie.begin('')
    try {
      return redirectTo(await google.authorizationUrl({ ...flow, redirectUri: redirectUri() }), [line])
    } catch (error) {
      logProviderFailure(deps, 'Google sign-in could not begin', error)
      return donePage('popup_sign_in_failed')
    }
  }

  async function finishGoogle(request: Request, url: URL): Promise<Response> {
    const flow = await cookie.find(request.headers, url.searchParams.get('state'))
    const response =
      flow && google ? await redeem(google, url, flow.codeVerifier) : donePage('state_mismatch')
    response.headers.append('set-cookie', cookie.end())
    return response
  }

  async function redeem(issuer: GoogleOidc, url: URL, codeVerifier: string): Promise<Response> {
    const code = url.searchParams.get('code')
    if (code === null) return donePage(url.searchParams.get('error') ?? 'no_code')
    try {
      return donePage(null, await issuer.redeem({ code, codeVerifier, redirectUri: redirectUri() }))
    } catch (error) {
      logProviderFailure(deps, 'Google sign-in failed', error)
      return donePage('popup_sign_in_failed')
    }
  }

  async function signOut(request: Request): Promise<IdentityResponse> {
    const bearer = bearerToken(request.headers.get('authorization'))
    if (bearer === null || !(await endBearerSession(db, verify, bearer))) return endedError
    return signedOutResponse({ success: true })
  }

  const calls: Record<string, HostedCall> = {
    [GOOGLE_START]: { method: 'GET', handle: startGoogle },
    [GOOGLE_CALLBACK]: { method: 'GET', handle: finishGoogle },
    '/auth/sign-out': { method: 'POST', handle: signOut },
    '/auth/close-account': {
      method: 'POST',
      handle: async ({ headers }) => closeHostedAccount(deps, await prove(headers)),
    },
    '/auth/ok': { method: 'GET', handle: async () => jsonResponse({ ok: true }) },
  }

  return {
    signIn: {
      kind: 'firebase',
      google: google !== null,
      apiKey,
      emulatorUrl: emulator === undefined ? null : `http://${emulator}`,
    },
    calls: hostedCallDescriptions,

    async handle(request) {
      const page = request.method === 'GET' ? servePopupPages(new URL(request.url)) : null
      if (page) return ok(page)
      return handleHostedCall(calls, request).catch(providerUnavailable)
    },

    prove,
  }

  async function prove(headers: Headers): Promise<Outcome<IdentityProof>> {
    const bearer = bearerToken(headers.get('authorization'))
    if (!bearer) return refused('unauthenticated', LOG_IN_FIRST)
    return proveByIdToken(accounts, verify, bearer, SESSION_MINUTES).catch(providerUnavailable)
  }

  function providerUnavailable(error: unknown) {
    if (!(error instanceof KeysUnreachableError)) throw error
    logProviderFailure(deps, error.message, error.cause)
    return PROVIDER_UNAVAILABLE
  }
}
