import { decodeJwt } from 'jose'
import type { Database } from '#db/connection.ts'
import type { BetterAuth } from './better-auth-instance.ts'
import { emailOfCode } from './verification-code.ts'
import { tokenForFirstPassword } from './verify-email.ts'

/** The validity of a token that replaces a code, in seconds: it is used in this one request. */
const TOKEN_S = 60

/**
 * The request of a link with a code, as Better Auth reads it; one with a token stays as it is, since older
 * emails have one.
 */
export async function withVerificationToken(
  db: Database,
  auth: BetterAuth,
  request: Request,
): Promise<Request> {
  const url = new URL(request.url)
  const code = url.searchParams.get('code')
  if (code === null) return request
  const email = await emailOfCode(db, code)
  const { createEmailVerificationToken } = await import('better-auth/api')
  const { secret } = await (await auth.instance()).$context
  const token =
    email === null ? 'expired' : await createEmailVerificationToken(secret, email, undefined, TOKEN_S)
  url.search = new URLSearchParams({ token, callbackURL: '/login?verified=1' }).toString()
  return new Request(url, { method: request.method, headers: request.headers })
}

/**
 * Where the link of a verification email leads. In a browser that is signed in to the account: to the login
 * page, which redirects and reports the result. Elsewhere: to a page where the mailbox's owner chooses a
 * password (decision 053).
 * @param opened.response Better Auth's response to the link. `verified`: whether it has just verified the
 * email; false for a link that is opened again.
 */
export async function afterVerification(
  db: Database,
  auth: BetterAuth,
  opened: { request: Request; response: Response; verified: boolean },
): Promise<Response> {
  const { request, response, verified } = opened
  const location = response.headers.get('location') ?? ''
  if (location.includes('error=')) return response
  // Its signature has been checked.
  const { email } = decodeJwt<{ email: string }>(new URL(request.url).searchParams.get('token') ?? '')
  const { internalAdapter } = await (await auth.instance()).$context
  const token = await tokenForFirstPassword(db, email, (row) => internalAdapter.createVerificationValue(row))
  if (token) return redirectTo(`/reset-password?token=${token}&verified=1`)
  return verified || location === '' ? response : redirectTo(`${location}&before=1`)
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } })
}
