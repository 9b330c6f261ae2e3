import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import { databaseTrouble, watchTrouble } from '#db/database-trouble.ts'
import type { IdentityProof, IdentityProvider } from '#domain/accounts/identity-provider.ts'
import type { RateLimits, TooMany } from '#db/rate-limits.ts'
import { inputWords } from '#domain/input-words.ts'
import type { StoreNamed } from '#domain/content/store-content.ts'
import type { Mailer } from '#domain/mailer.ts'
import { isFromOwnPages } from '#domain/own-pages.ts'
import { type Attempt, beginAttempt } from './attempt-limits.ts'
import type { RequestNotes } from './better-auth-options.ts'
import { tokenForFirstPassword } from './confirm-email.ts'
import { clientAddress } from './client-address.ts'
import { forThisClient } from './client-answer.ts'
import { createGoogleOidc } from './google-oidc.ts'
import { describedCalls } from './described-calls.ts'
import { donePage, GOOGLE_DONE, GOOGLE_START, servePopupPages } from './google-popup.ts'
import { type IdentityCall, identityCalls } from './identity-calls.ts'
import {
  busyError,
  endedError,
  errorResponse,
  inPeoplesWords,
  tooManyError,
  usedCodeError,
  wrongCredentialsError,
} from './identity-errors.ts'
import {
  beginsSession,
  challengeOf,
  databaseTime,
  emailOf,
  endSession,
  endSessionOfBearer,
  findProofByToken,
  isOvertaken,
} from './identity-sessions.ts'
import { createKnownBrowsers } from './known-browser.ts'
import { createPasswordHashing, HashingBusy, type PasswordHashing } from './password-hashing.ts'
import { invalidFields, readJsonObject } from './request-guard.ts'

/*
 * What the browser calls. All bodies are JSON, `content-type: application/json`, same origin (`credentials: 'same-origin'`, the default).
 * An answer that is not 2xx is `{ code, message, errors?: [{ field, code, message }] }`; `message` is what to show under the form.
 * 429 carries Retry-After (seconds), and so does 503 when too many passwords wait to be checked. The session is an HttpOnly cookie: no page script ever holds it.
 *
 *   sign up         POST /auth/sign-up/email            { name, email, password }      200 { user }, signed in; a verification mail is on its way
 *   sign in         POST /auth/sign-in/email            { email, password }            200 { user }, or { twoFactorRedirect: true }: go on with the code
 *   … the code      POST /auth/two-factor/verify-totp   { code }                       200 { user }; five tries within ten minutes
 *   … or a backup   POST /auth/two-factor/verify-backup-code { code }                  200 { user }; each code works once
 *   sign out        POST /auth/sign-out                 {}                             200 { success }; ends the session's access tokens; of the cookie,
 *                                                       or of a bearer (identity token or access token)
 *   session         GET  /auth/get-session                                             200 { user: { id, email, name, emailVerified, … }, session: { … } }, or null
 *                                                       (call it once per page load: it also prolongs the 7 days)
 *   display name    POST /auth/update-user              { name }                       200 { status }; then PUT /user/{email} again carries the name over
 *   forgot password POST /auth/request-password-reset   { email }                      200 always, whether or not there is such an account
 *   new password    POST /auth/reset-password           { token, newPassword }         200 { status }; token from /reset-password?token=… of the mail; ends every session
 *   confirm again   POST /auth/send-verification-email  { email }                      200 { status }
 *   change password POST /auth/change-password          { currentPassword, newPassword } 200; ends the other sessions
 *   second factor   POST /auth/two-factor/enable        { password }                   200 { totpURI, backupCodes }; on once a code was verified (verify-totp),
 *                                                       which ends every session and begins a new one: take a token again
 *   … off           POST /auth/two-factor/disable       { password }                   200 { status }; a new session: take a token again
 *   log out all     POST /auth/revoke-sessions          {}                             200
 *
 * The verification mail links to /auth/verify-email?token=…, which redirects to /login?verified=1 (and adds &error=TOKEN_EXPIRED or
 * &error=INVALID_TOKEN when the link did not work, &before=1 when the e-mail was confirmed before). It ends every other session of the
 * account. Opened where nobody is signed in to the account, it redirects to /reset-password?token=…&verified=1: decision 053.
 *
 * Google: in the click itself
 *   const popup = window.open('/auth/google', 'driveline-google', 'popup,width=500,height=600,left=…,top=…')
 * Null means that the browser blocked it: say so. The last page closes the popup.
 * The result comes over `new BroadcastChannel('driveline:google')`, opened before the popup: one message
 *   { ok: true }                   signed in, the cookie is set: go on as after sign-in
 *   { ok: false, error: '…' }      the text for under the Google button
 * A person may close the popup: poll popup.closed each 500 ms; once closed, wait 500 ms for a late message, then ask GET /auth/get-session
 * (signed in after all?), else stop the spinner. Pages that open the popup need `Cross-Origin-Opener-Policy: same-origin-allow-popups`
 * (with `same-origin`, popup.closed reads true while the popup is still open; the message arrives all the same).
 */

/** Answering within this time would tell who has an account (milliseconds). */
const MAIL_ANSWER_MS = 300

/**
 * Identity by Better Auth, in our own process and database (schema `identity`): e-mail and password, and Google.
 * Better Auth is loaded at the first call, not at start, and calls nothing outside by itself.
 * @param use.appUrl the address people use, without a trailing slash; asked for at the first call, when the store listens.
 * @param use.onSessionsEnded called after sessions (and with them access tokens) may have ended.
 * @param use.hashing only tests bring their own.
 * @param use.log told of failures of ours, never of wrong passwords.
 */
export function createIdentity(use: {
  db: Database
  config: Config
  secret: string
  appUrl: () => string
  limits: RateLimits
  /** Who its mails are from. */
  store: StoreNamed
  mail: Mailer
  onSessionsEnded: () => void
  hashing?: PasswordHashing
  log?: { error(fields: object, message: string): void }
}): IdentityProvider {
  const { db, config, limits, hashing = createPasswordHashing() } = use
  const notes = new AsyncLocalStorage<RequestNotes>()
  const knownBrowsers = createKnownBrowsers(use.secret, use.appUrl)
  const google =
    config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET
      ? createGoogleOidc({
          issuer: config.GOOGLE_ISSUER ?? 'https://accounts.google.com',
          clientId: config.GOOGLE_CLIENT_ID,
          clientSecret: config.GOOGLE_CLIENT_SECRET,
          timeoutMs: config.PROVIDER_TIMEOUT_MS,
        })
      : null

  let loaded: ReturnType<typeof load> | undefined
  const better = () => (loaded ??= load())

  async function load() {
    const { betterAuth } = await import('better-auth')
    const { betterAuthOptions } = await import('./better-auth-options.ts')
    const { secret, onSessionsEnded } = use
    const options = betterAuthOptions({
      db,
      secret,
      appUrl: use.appUrl(),
      store: use.store,
      google,
      notes,
      hashing,
      onSessionsEnded,
      onError: reportFailure,
    })
    return betterAuth(options)
  }

  function reportFailure(error: unknown) {
    if (notes.getStore()?.busy) return
    const status =
      error && typeof error === 'object' && 'statusCode' in error ? Number(error.statusCode) : 500
    // That the database is away is said by whoever answers.
    if (status >= 500 && !databaseTrouble(error)) use.log?.error({ err: error }, 'identity call failed')
  }

  /**
   * Better Auth's own answer, in people's words. The origin was checked already, and it hears the address it knows itself by.
   * Mails go out when its transaction is over: a mail service that is down never undoes what was answered.
   */
  async function forward(
    request: Request,
    body: Record<string, unknown> | null,
    note: Partial<RequestNotes> = {},
  ): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers({ origin: new URL(use.appUrl()).origin })
    const cookie = request.headers.get('cookie')
    if (cookie) headers.set('cookie', cookie)
    if (body) headers.set('content-type', 'application/json')
    const auth = await better()
    const noted: RequestNotes = Object.assign(note, { mails: [] })
    const target = use.appUrl() + pathname + search
    const init = { method: request.method, headers, ...(body && { body: JSON.stringify(body) }) }
    // It answers a database that is away with anything from "no session" to "there is already an account".
    const { result: response, trouble } = await watchTrouble(() =>
      notes.run(noted, () => auth.handler(new Request(target, init))),
    )
    if (trouble !== undefined && response.status >= 400) throw trouble
    if (noted.busy && response.status >= 400) throw noted.busy
    for (const mail of response.status < 400 ? noted.mails : []) {
      await use.mail
        .send(mail)
        .catch((error: unknown) => use.log?.error({ err: error }, 'mail could not be queued'))
    }
    const email = noted.provedEmail ?? (beginsSession(response) ? await emailOf(db, noted.sessionOf) : null)
    if (!email) return inPeoplesWords(response)
    const remembered = new Response(response.body, response)
    remembered.headers.append('set-cookie', await knownBrowsers.remember(headers, email))
    return remembered
  }

  /** The same for calls that sign in: a password that was changed meanwhile opens nothing, and a code opens once. */
  async function signIn(request: Request, body: Record<string, unknown>): Promise<Response> {
    const begun = await databaseTime(db)
    const response = await forward(request, body)
    if (!response.ok) return response
    const answer = (await response.clone().json()) as {
      token?: string
      user?: { id: string; email: string }
    }
    const email = answer.user?.email ?? String(body['email'])
    const refusal = (await isOvertaken(db, email, begun))
      ? wrongCredentialsError
      : answer.user &&
          typeof body['code'] === 'string' &&
          (await limits.take('usesPerCode', [answer.user.id, body['code']]))
        ? usedCodeError
        : null
    if (!refusal) return response
    if (answer.token) await endSession(db, answer.token)
    return errorResponse(refusal)
  }

  async function post(request: Request, call: IdentityCall): Promise<Response> {
    if (!isFromOwnPages(request, use.appUrl(), config.APP_URL !== undefined)) {
      return inPeoplesWords(new Response(null, { status: 403 }))
    }
    const read = await readJsonObject(request)
    if ('refused' in read) return errorResponse(read.refused)
    const parsed = call.body?.safeParse(read.body, { error: inputWords })
    if (parsed && !parsed.success) return errorResponse(invalidFields(parsed.error))
    const body = parsed?.data ?? {}
    const bearer = call.endsOwnSession ? bearerOf(request.headers) : null
    if (bearer && !(await endSessionOfBearer(db, bearer))) return errorResponse(endedError)
    const address = clientAddress(request.headers, config.TRUST_PROXY)
    const attempt = call.attempt ? await begin(call.attempt, request.headers, address, body) : null
    if (attempt && 'retryAfter' in attempt) return errorResponse(tooManyError(attempt.retryAfter))
    const response = await carryOut(request, call, body).catch(async (error: unknown) => {
      await attempt?.dropped().catch(() => undefined)
      throw error
    })
    await (response.ok ? attempt?.succeeded() : attempt?.failed())
    if (call.endsSessions) use.onSessionsEnded()
    return response
  }

  async function carryOut(
    request: Request,
    call: IdentityCall,
    body: Record<string, unknown>,
  ): Promise<Response> {
    const password = call.hashes && body[call.hashes]
    const newHash = typeof password === 'string' ? await hashing.hash(password) : undefined
    const [response] = await Promise.all([
      call.signsIn ? signIn(request, body) : forward(request, body, newHash ? { newHash } : {}),
      call.mails && delay(MAIL_ANSWER_MS),
    ])
    return response
  }

  /**
   * The link of a verification mail. Opened where its account is signed in: on to the login page, which leads on and says what
   * became of it. Opened elsewhere, whoever signed up is out, and the owner of the mailbox chooses a password.
   */
  async function openVerificationLink(request: Request): Promise<Response> {
    const note: Partial<RequestNotes> = { opener: await prove(request.headers) }
    const response = await forward(request, null, note)
    const location = response.headers.get('location') ?? ''
    if (response.status >= 400 || location.includes('error=')) return response
    const email = emailOfLink(new URL(request.url).searchParams.get('token') ?? '')
    const { internalAdapter } = await (await better()).$context
    const token = await tokenForFirstPassword(db, email, (row) =>
      internalAdapter.createVerificationValue(row),
    )
    if (token) return redirectTo(`/reset-password?token=${token}&verified=1`)
    return note.confirmed || location === '' ? response : redirectTo(`${location}&before=1`)
  }

  /** Counts an attempt at the account that the body names, that is asked for its code, or that is signed in here. */
  async function begin(
    kind: NonNullable<IdentityCall['attempt']>,
    headers: Headers,
    address: string,
    body: Record<string, unknown>,
  ): Promise<Attempt | TooMany> {
    const named = typeof body['email'] === 'string' ? body['email'] : undefined
    const email =
      named ??
      (kind === 'code' ? await challengeOf(db, await better(), headers) : null) ??
      (await prove(headers))?.email
    const knownBrowser = email === undefined ? null : await knownBrowsers.find(headers, email)
    return beginAttempt(limits, kind, { address, email, knownBrowser })
  }

  async function startGoogle(request: Request): Promise<Response> {
    if (!google) return donePage('not_configured')
    if (!isFromOwnPages(request, use.appUrl(), true)) return donePage('not_from_this_store')
    try {
      const auth = await better()
      const answer = await auth.api.signInSocial({
        body: {
          provider: 'google',
          callbackURL: GOOGLE_DONE,
          errorCallbackURL: GOOGLE_DONE,
          disableRedirect: true,
        },
        headers: new Headers(),
        asResponse: true,
      })
      const { url } = (await answer.json()) as { url?: string }
      if (!url) return donePage('popup_sign_in_failed')
      const headers = new Headers({ location: url, 'cache-control': 'no-store' })
      for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie)
      return new Response(null, { status: 302, headers })
    } catch (error) {
      use.log?.error({ err: error }, 'Google sign-in could not begin')
      return donePage('popup_sign_in_failed')
    }
  }

  async function prove(headers: Headers): Promise<IdentityProof | null> {
    const bearer = bearerOf(headers)
    const byToken = bearer ? await findProofByToken(db, bearer) : null
    if (byToken) return byToken
    const cookie = headers.get('cookie')
    if (!cookie?.includes('driveline.session_token=')) return null
    const auth = await better()
    const { result: found, trouble } = await watchTrouble(() =>
      auth.api.getSession({
        headers: new Headers({ cookie }),
        query: { disableCookieCache: true, disableRefresh: true },
      }),
    )
    if (!found && trouble !== undefined) throw trouble
    if (!found) return null
    const { id, email, emailVerified, name } = found.user
    return { subject: id, email, emailVerified, name, sessionId: found.session.id }
  }

  return {
    google: google !== null,
    calls: describedCalls,

    async handle(request) {
      const address = clientAddress(request.headers, config.TRUST_PROXY)
      const tooMany = await limits.take('identityCallsPerAddress', [address])
      if (tooMany) return errorResponse(tooManyError(tooMany.retryAfter))
      const url = new URL(request.url)
      const path = url.pathname.slice('/auth'.length)
      const call = Object.hasOwn(identityCalls, path) ? identityCalls[path] : undefined
      const page = servePopupPages(url)
      const method = page || url.pathname === GOOGLE_START ? 'GET' : call?.method
      if (!method) return inPeoplesWords(new Response(null, { status: 404 }))
      if (request.method !== method) {
        const message = `This is a ${method} call.`
        return errorResponse({ status: 405, code: 'METHOD_NOT_ALLOWED', message, headers: { allow: method } })
      }
      if (page) return page
      if (!call) return startGoogle(request)
      try {
        const response =
          call.method === 'POST'
            ? await post(request, call)
            : path === '/verify-email'
              ? await openVerificationLink(request)
              : await forward(request, null)
        const answer = await forThisClient(request, response)
        // Pages of this person that the browser still holds, such as those behind Back. Its storage stays: see decision 054.
        if (path === '/sign-out' && answer.ok) answer.headers.set('clear-site-data', '"cache"')
        return answer
      } catch (error) {
        if (databaseTrouble(error)) throw error
        if (error instanceof HashingBusy) return errorResponse(busyError)
        reportFailure(error)
        return inPeoplesWords(new Response(null, { status: 500 }))
      }
    },

    prove,
  }
}

/** The token of an Authorization header, for clients without cookies. */
function bearerOf(headers: Headers): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } })
}

/** The account that a verification link is for; its signature was checked before. */
function emailOfLink(token: string): string {
  const { email } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
    email: string
  }
  return email
}
