import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { databaseFailure } from '#db/database-failure.ts'
import { databaseTime } from '#db/database-time.ts'
import type { TooMany } from '#db/rate-limits.ts'
import { bearerToken } from '#domain/accounts/bearer-token.ts'
import {
  type IdentityError,
  type IdentityProvider,
  type IdentityResponse,
  isIdentityError,
} from '#domain/accounts/identity-provider.ts'
import { LOG_IN_FIRST } from '#domain/accounts/viewer.ts'
import { defaultMessage } from '#domain/shared/default-messages.ts'
import { invalidInput } from '#domain/shared/invalid-input.ts'
import { ok, refused } from '#domain/shared/outcome.ts'
import { isFromOwnPages } from '#domain/shared/same-origin.ts'
import { type Attempt, type AttemptKind, beginAttempt } from './attempt-limits.ts'
import { createBetterAuth } from './better-auth-instance.ts'
import type { RequestNotes } from './better-auth-options.ts'
import { adaptToClient } from './client-response.ts'
import type { IdentityDeps } from './create-identity.ts'
import { createGoogleOidc } from './google-oidc.ts'
import { donePage, GOOGLE_START, servePopupPages } from './google-popup.ts'
import { startGoogle } from './google-start.ts'
import { describedCalls, type IdentityCall, identityCalls } from './identity-calls.ts'
import {
  busyError,
  endedError,
  errorOf,
  errorOfStatus,
  otherMethodError,
  tooManyError,
  usedCodeError,
  wrongCredentialsError,
} from './identity-errors.ts'
import {
  beginsSession,
  challengeOf,
  emailOf,
  endSession,
  endSessionOfBearer,
  hasPasswordChangedSince,
} from './identity-sessions.ts'
import { createKnownBrowsers } from './known-browser.ts'
import { HashingBusyError } from './password-hashing.ts'
import { afterVerification, withVerificationToken } from './verification-link.ts'

/** Responding faster than this would reveal who has an account (ms). */
const MAIL_RESPONSE_MS = 300

/** A call whose body was validated. `address` is the client's. */
type ReceivedCall = {
  request: Request
  path: string
  call: IdentityCall
  body: Record<string, unknown>
  address: string
}

/**
 * Identity by Better Auth, in our own process and database (schema `identity`): email and password, and
 * Google. It is loaded at the first call and makes no requests of its own. The calls of /auth are listed in
 * identity-calls.ts.
 */
export function createEmbeddedIdentity(deps: IdentityDeps): IdentityProvider {
  const { db, config, secret, appUrl, limits, onSessionsEnded, hashing, log } = deps
  const knownBrowsers = createKnownBrowsers(secret, appUrl)
  const google = createGoogleOidc(config)

  const auth = createBetterAuth({ ...deps, google })

  /**
   * Forwards a call to Better Auth. Its emails are queued after its transaction: an unreachable mail server
   * never undoes an acknowledged change. A browser that has signed in, or proved an email, is a known browser
   * from then on.
   */
  async function forward(
    request: Request,
    body: Record<string, unknown> | null,
    noted: RequestNotes = { mails: [] },
  ): Promise<IdentityResponse> {
    const response = await auth.answer(request, body, noted)
    if (response.status >= 400) return errorOf(response)
    for (const write of noted.mails) {
      await Promise.resolve(write())
        .then((mail) => deps.mail.send(mail))
        .catch((error: unknown) => log.error({ err: error }, 'mail could not be queued'))
    }
    const email = noted.provedEmail ?? (beginsSession(response) ? await emailOf(db, noted.sessionOf) : null)
    if (!email) return response
    const remembered = new Response(response.body, response)
    for (const cookie of await knownBrowsers.remember(request.headers, email))
      remembered.headers.append('set-cookie', cookie)
    return remembered
  }

  /** Why a sign-in with the right credentials is refused: the account was claimed, or the code was used. */
  async function refusalOf(
    email: string,
    startedAt: string,
    userId: string | undefined,
    code: unknown,
  ): Promise<IdentityError | null> {
    if (await hasPasswordChangedSince(db, email, startedAt)) return wrongCredentialsError
    if (userId === undefined || typeof code !== 'string') return null
    return (await limits.consume('usesPerCode', [userId, code])) ? usedCodeError : null
  }

  /**
   * Forwards a call that signs in: no session opens if the password has changed since its check, and a code
   * opens only one.
   */
  async function signIn(request: Request, body: Record<string, unknown>): Promise<IdentityResponse> {
    const startedAt = await databaseTime(db)
    const response = await forward(request, body)
    if (isIdentityError(response)) return response
    const session = (await response.clone().json()) as {
      token?: string
      user?: { id: string; email: string }
    }
    const email = session.user?.email ?? String(body['email'])
    const refusal = await refusalOf(email, startedAt.exact, session.user?.id, body['code'])
    if (!refusal) return response
    if (session.token) await endSession(db, session.token)
    return refusal
  }

  async function post(received: ReceivedCall): Promise<IdentityResponse> {
    const { request, call } = received
    const bearer = call.endsOwnSession ? bearerToken(request.headers.get('authorization')) : null
    if (bearer && !(await endSessionOfBearer(db, bearer))) return endedError
    const attempt = call.attempt ? await begin(call.attempt, received) : null
    if (attempt && 'retryAfter' in attempt) return tooManyError(attempt.retryAfter)
    const response = await carryOut(received).catch(async (error: unknown) => {
      // If this fails too, the attempt stays counted; the first error is the one to report.
      await attempt?.dropped().catch(() => undefined)
      throw error
    })
    await (isIdentityError(response) ? attempt?.failed() : attempt?.succeeded())
    if (call.endsSessions) onSessionsEnded()
    return response
  }

  async function carryOut({ request, call, body }: ReceivedCall): Promise<IdentityResponse> {
    const password = call.newPasswordField && body[call.newPasswordField]
    const newHash = typeof password === 'string' ? await hashing.hash(password) : undefined
    const [response] = await Promise.all([
      call.signsIn
        ? signIn(request, body)
        : forward(request, body, { mails: [], ...(newHash && { newHash }) }),
      call.mails && delay(MAIL_RESPONSE_MS),
    ])
    return response
  }

  async function openVerificationLink(request: Request): Promise<IdentityResponse> {
    const noted: RequestNotes = { mails: [], opener: await auth.prove(request.headers) }
    const withToken = await withVerificationToken(db, auth, request)
    const response = await forward(withToken, null, noted)
    if (isIdentityError(response)) return response
    return afterVerification(db, auth, withToken, response, noted.verified === true)
  }

  /**
   * Counts an attempt at the account in the body, the one that is waiting for its code, or the one that is
   * signed in here.
   */
  async function begin(
    kind: AttemptKind,
    { request: { headers }, body, address }: ReceivedCall,
  ): Promise<Attempt | TooMany> {
    const named = typeof body['email'] === 'string' ? body['email'] : undefined
    const email =
      named ??
      (kind === 'code' ? await challengeOf(db, await auth.instance(), headers) : null) ??
      (await auth.prove(headers))?.email
    const knownBrowser = email === undefined ? null : await knownBrowsers.find(headers, email)
    return beginAttempt(limits, kind, { address, email, knownBrowser })
  }

  async function answerCall(received: ReceivedCall): Promise<IdentityResponse> {
    const { request, path, call } = received
    try {
      const response =
        call.method === 'POST'
          ? await post(received)
          : path === '/verify-email'
            ? await openVerificationLink(request)
            : await forward(request, null)
      if (isIdentityError(response)) return response
      const adapted = await adaptToClient(request, response)
      // Drops this person's pages that the browser has cached, such as those behind Back. Its storage is
      // kept: see decision 054.
      if (path === '/sign-out') adapted.headers.set('clear-site-data', '"cache"')
      return adapted
    } catch (error) {
      if (databaseFailure(error)) throw error
      if (error instanceof HashingBusyError) return busyError
      auth.reportFailure(error)
      return errorOfStatus(500)
    }
  }

  async function openGoogle(request: Request): Promise<Response> {
    if (!google) return donePage('not_configured')
    if (!isFromOwnPages(request, appUrl(), { isStrict: true })) return donePage('not_from_this_store')
    return startGoogle(auth, log)
  }

  return {
    signIn: { kind: 'embedded', google: google !== null },
    calls: describedCalls,

    async handle(request, { clientAddress, body: unparsed }) {
      const url = new URL(request.url)
      const path = url.pathname.slice('/auth'.length)
      const call = Object.hasOwn(identityCalls, path) ? identityCalls[path] : undefined
      const page = servePopupPages(url)
      const method = page || url.pathname === GOOGLE_START ? 'GET' : call?.method
      if (!method) return ok(errorOfStatus(404))
      if (request.method !== method) return ok(otherMethodError(method))
      if (page) return ok(page)
      if (!call) return ok(await openGoogle(request))
      const body = (call.body ?? z.object({})).safeParse(unparsed, { error: defaultMessage })
      if (!body.success) return invalidInput(body.error.issues)
      return ok(await answerCall({ request, path, call, body: body.data, address: clientAddress }))
    },

    async prove(headers) {
      const proof = await auth.prove(headers)
      return proof ? ok(proof) : refused('unauthenticated', LOG_IN_FIRST)
    },
  }
}
