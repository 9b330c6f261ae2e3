import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { databaseFailure, OverloadedError } from '#db/database-failure.ts'
import { bearerToken } from '#domain/accounts/bearer-token.ts'
import {
  type IdentityProvider,
  type IdentityResponse,
  isIdentityError,
} from '#domain/accounts/identity-provider.ts'
import { LOG_IN_FIRST } from '#domain/accounts/viewer.ts'
import type { CompleteMail } from '#domain/mails/mail.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import { invalidInput } from '#domain/shared/invalid-input.ts'
import { ok, refused } from '#domain/shared/outcome.ts'
import { isFromOwnPages } from '#domain/shared/same-origin.ts'
import { createBetterAuth } from './better-auth-instance.ts'
import { createCallAttempts } from './call-attempts.ts'
import { adaptToClient } from './client-response.ts'
import { createMailCompletion } from './complete-mail.ts'
import { createEmailProof } from './email-proof.ts'
import { createForwarding } from './forward-call.ts'
import { createGoogleOidc } from './google-oidc.ts'
import { donePage, GOOGLE_START, servePopupPages } from './google-popup.ts'
import { startGoogle } from './google-start.ts'
import { describedCalls, type IdentityCall, identityCalls } from './identity-calls.ts'
import type { IdentityDeps } from './identity-deps.ts'
import {
  busyError,
  deadLinkError,
  endedError,
  errorOfStatus,
  otherMethodError,
  tooManyError,
} from './identity-errors.ts'
import { endSessionOfBearer, isResetTokenUsable } from './identity-sessions.ts'
import { createKnownBrowsers } from './known-browser.ts'
import { createOwnAccount } from './own-account.ts'

/** Responding faster than this would reveal who has an account (ms). */
const MAIL_RESPONSE_MS = 300

/** An identity provider that also completes the emails it has queued. */
export type MailingIdentity = IdentityProvider & { completeMail: CompleteMail }

/** A call whose body was validated. `address` is the client's. */
type ReceivedCall = {
  request: Request
  call: IdentityCall
  body: Record<string, unknown>
  address: string
}

/**
 * Identity by Better Auth, in our own process and database (schema `identity`): email and password, and
 * Google. It is loaded at the first call and makes no requests of its own. The calls of /auth are listed in
 * identity-calls.ts.
 */
export function createEmbeddedIdentity(deps: IdentityDeps): MailingIdentity {
  const { db, config, secret, appUrl, hashing, log } = deps
  const knownBrowsers = createKnownBrowsers(secret, appUrl)
  const google = createGoogleOidc(config)

  const auth = createBetterAuth({ ...deps, google })
  const beginAttempt = createCallAttempts(deps, auth, knownBrowsers)
  const { forward, signIn } = createForwarding(deps, auth, knownBrowsers)
  const emailProof = createEmailProof(deps, auth, forward)
  const ownAccount = createOwnAccount(deps, auth, knownBrowsers)

  async function post(received: ReceivedCall): Promise<IdentityResponse> {
    const { request, call } = received
    const bearer = call.signsOut ? bearerToken(request.headers.get('authorization')) : null
    if (bearer && !(await endSessionOfBearer(db, bearer))) return endedError
    const attempt = call.attempt ? await beginAttempt(call.attempt, received) : null
    if (attempt && 'retryAfter' in attempt) return tooManyError(attempt.retryAfter)
    const response = await carryOut(received).catch(async (error: unknown) => {
      // If this fails too, the attempt stays counted; the first error is the one to report.
      await attempt?.dropped().catch(() => undefined)
      throw error
    })
    await (isIdentityError(response) ? attempt?.failed() : attempt?.succeeded())
    return response
  }

  async function carryOut({ request, call, body, address }: ReceivedCall): Promise<IdentityResponse> {
    if (call.emailProof) return emailProof[call.emailProof](request, body, address)
    if (call.ownAccount) return ownAccount[call.ownAccount](request, body, address)
    // Better Auth checks it again, and uses it up.
    if (call.resets && !(await isResetTokenUsable(await auth.instance(), String(body['token']))))
      return deadLinkError
    const password = call.newPasswordField && body[call.newPasswordField]
    const newHash = typeof password === 'string' ? await hashing.hash(password, address) : undefined
    const noted = { address, mails: [], ...(newHash && { newHash }) }
    const [response] = await Promise.all([
      call.signsIn ? signIn(request, body, noted) : forward(request, body, noted),
      call.mails && delay(MAIL_RESPONSE_MS),
    ])
    return response
  }

  async function handleCall(received: ReceivedCall): Promise<IdentityResponse> {
    const { request, call } = received
    try {
      const response =
        call.method === 'POST'
          ? await post(received)
          : call.emailProof || call.ownAccount
            ? await carryOut(received)
            : await forward(request, null, { address: received.address, mails: [] })
      if (isIdentityError(response)) return response
      const adapted = await adaptToClient(request, response, call.described?.response)
      // Drops this person's pages that the browser has cached, such as those behind Back. Its storage is
      // kept: see decision 054.
      if (call.signsOut) adapted.headers.set('clear-site-data', '"cache"')
      return adapted
    } catch (error) {
      if (error instanceof OverloadedError) return busyError
      if (databaseFailure(error)) throw error
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
    completeMail: createMailCompletion(deps, auth),

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
      const body = (call.body ?? z.object({})).safeParse(unparsed, PARSING)
      if (!body.success) return invalidInput(body.error.issues)
      return ok(await handleCall({ request, call, body: body.data, address: clientAddress }))
    },

    async prove(headers) {
      const proof = await auth.prove(headers)
      return proof ? ok(proof) : refused('unauthenticated', LOG_IN_FIRST)
    },
  }
}
