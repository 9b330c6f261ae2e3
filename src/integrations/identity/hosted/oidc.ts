import { AuthorizationResponseError } from 'openid-client'
import { databaseFailure } from '#db/database-failure.ts'
import { bearerToken } from '#domain/accounts/bearer-token.ts'
import type { IdentityProof, IdentityProvider, IdentityResponse } from '#domain/accounts/identity-provider.ts'
import { LOG_IN_FIRST } from '#domain/accounts/viewer.ts'
import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'
import { isFromOwnPages } from '#domain/shared/same-origin.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { endedError } from '../identity-errors.ts'
import { configuredIssuer } from '../oidc-issuer.ts'
import { endBearerSession, proveByIdToken } from './bearer.ts'
import { endHostedSession } from './hosted-accounts.ts'
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
import { createIdTokens, type VerifyIdToken } from './id-tokens.ts'
import { createIssuerSessions, type IssuerSession } from './issuer-sessions.ts'
import { createOidcFlow, SignInEndedError } from './oidc-flow.ts'
import { createSignInCookie } from './sign-in-cookie.ts'

const START = '/auth/oidc'
const CALLBACK = '/auth/oidc/callback'
/** How long a sign-in by ID token is remembered without an access token being asked for, in minutes. */
const SESSION_MINUTES = 7 * 24 * 60

/**
 * Identity by any OpenID Connect issuer: people sign in on its pages, and the store's session follows the
 * issuer's. It also accepts the issuer's ID tokens for this client as bearers.
 */
export function createOidcIdentity(deps: IdentityDeps): IdentityProvider {
  const { db, config, secret, appUrl } = deps
  const { OIDC_ISSUER: issuerUrl = '', OIDC_CLIENT_ID: clientId = '' } = config
  const issuer = configuredIssuer(config)
  const flow = createOidcFlow(issuer, { redirectUri: () => appUrl() + CALLBACK, scope: config.OIDC_SCOPE })
  const accounts = { db, providerId: `oidc:${issuerUrl}` }
  const sessions = createIssuerSessions(accounts, secret, appUrl)
  const cookie = createSignInCookie(secret, appUrl)
  let verifier: VerifyIdToken | undefined

  async function begin(request: Request, url: URL): Promise<Response> {
    const from = (url.searchParams.get('from') ?? '').slice(0, 1_000)
    // Another site may not sign people in to an account of its choice.
    if (!isFromOwnPages(request, appUrl(), { isStrict: true })) return toLogin('not_from_this_store', from)
    const { flow: started, line } = await cookie.begin(from)
    try {
      const target = await flow.authorizationUrl(started, url.searchParams.get('create') === '1')
      return redirectTo(target, [line])
    } catch (error) {
      logProviderFailure(deps, 'sign-in could not begin at the issuer', error)
      issuer.forgetMetadata()
      return toLogin('unavailable', from)
    }
  }

  async function finish(request: Request, url: URL): Promise<Response> {
    const started = await cookie.find(request.headers, url.searchParams.get('state'))
    if (!started) return toLogin('failed', '')
    const done = [cookie.end()]
    try {
      const opened = await sessions.begin(await flow.redeem(url, started))
      if (!opened.ok)
        return toLogin(opened.refusal.code === 'forbidden' ? 'no_account' : 'failed', started.from, done)
      const query = started.from ? `?${new URLSearchParams({ from: started.from })}` : ''
      return redirectTo(paths.signedIn + query, [...done, opened.value])
    } catch (error) {
      if (databaseFailure(error)) throw error
      if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
        return toLogin('canceled', started.from, done)
      logProviderFailure(deps, 'sign-in failed at the issuer', error)
      issuer.forgetMetadata()
      return toLogin('failed', started.from, done)
    }
  }

  /** The identity behind the cookie. The issuer is asked every few minutes whether the sign-in goes on. */
  async function proveByCookie(headers: Headers): Promise<Outcome<IdentityProof>> {
    const session = await sessions.find(headers)
    if (!session) return refused('unauthenticated', LOG_IN_FIRST)
    const { refreshToken } = session
    if (refreshToken === null || !(await sessions.acquireRecheck(session.id))) return ok(session.proof)
    try {
      const tokens = await flow.renew(refreshToken, session.issuerSubject, session.idToken)
      return await sessions.continue(session.id, tokens)
    } catch (error) {
      if (error instanceof SignInEndedError) return end(session)
      await sessions.releaseRecheck(session.id)
      if (databaseFailure(error)) throw error
      logProviderFailure(deps, 'the issuer could not be asked about a session', error)
      issuer.forgetMetadata()
      return PROVIDER_UNAVAILABLE
    }
  }

  async function end(session: IssuerSession): Promise<Outcome<never>> {
    await endHostedSession(db, session.id)
    return refused('unauthenticated', LOG_IN_FIRST)
  }

  /** Verifies an ID token by the keys that the issuer's metadata names. */
  async function verify(token: string) {
    if (!verifier) {
      const { issuer: named, jwks_uri: keysUrl } = (await issuer.configuration()).serverMetadata()
      if (!keysUrl) throw new Error('The issuer publishes no keys')
      verifier = createIdTokens({
        issuer: named,
        audience: clientId,
        keysUrl,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        timeoutMs: config.PROVIDER_TIMEOUT_MS,
      })
    }
    return verifier(token)
  }

  async function signOut(request: Request): Promise<IdentityResponse> {
    const session = await sessions.find(request.headers)
    const bearer = bearerToken(request.headers.get('authorization'))
    const ended = session
      ? await endHostedSession(db, session.id)
      : bearer !== null && (await endBearerSession(db, verify, bearer))
    if (!ended) return { ...endedError, headers: { 'set-cookie': sessions.forget() } }
    // The session has ended here, even if the issuer cannot be reached for its sign-out page.
    const redirect = session && (await flow.signOutUrl(session.idToken, `${appUrl()}/`).catch(() => null))
    return signedOutResponse({ success: true, ...(redirect && { redirect: redirect.href }) }, [
      sessions.forget(),
    ])
  }

  async function showSession({ headers }: Request): Promise<Response> {
    const proved = await proveByCookie(headers)
    return jsonResponse(proved.ok ? { user: { email: proved.value.email, name: proved.value.name } } : null)
  }

  const calls: Record<string, HostedCall> = {
    [START]: { method: 'GET', handle: begin },
    [CALLBACK]: { method: 'GET', handle: finish },
    '/auth/sign-out': { method: 'POST', handle: signOut },
    '/auth/get-session': { method: 'GET', handle: showSession },
    '/auth/close-account': {
      method: 'POST',
      handle: async ({ headers }) => closeHostedAccount(deps, await prove(headers)),
    },
    '/auth/ok': { method: 'GET', handle: async () => jsonResponse({ ok: true }) },
  }

  return {
    signIn: { kind: 'oidc', google: false, name: config.OIDC_NAME ?? new URL(issuerUrl).hostname },
    calls: hostedCallDescriptions,
    handle: (request) => handleHostedCall(calls, request).catch(issuerUnavailable),
    prove,
  }

  async function prove(headers: Headers): Promise<Outcome<IdentityProof>> {
    const bearer = bearerToken(headers.get('authorization'))
    return bearer
      ? proveByIdToken(accounts, verify, bearer, SESSION_MINUTES).catch(issuerUnavailable)
      : proveByCookie(headers)
  }

  function issuerUnavailable(error: unknown): Outcome<never> {
    if (databaseFailure(error)) throw error
    logProviderFailure(deps, 'the issuer could not be reached', error)
    issuer.forgetMetadata()
    return PROVIDER_UNAVAILABLE
  }
}

/** Back to the login page, which says why. */
function toLogin(problem: string, from: string, cookies: readonly string[] = []): Response {
  return redirectTo(pathWithQuery(paths.login, { from, problem }), cookies)
}
