import type { Database } from '#db/connection.ts'
import type { BetterAuth } from './better-auth-instance.ts'
import { tokenForFirstPassword } from './confirm-email.ts'

/**
 * Where the link of a verification mail leads. In a browser that is signed in to the account: to the login
 * page, which redirects and reports the result. Elsewhere: to a page where the mailbox's owner chooses a
 * password (decision 053).
 * @param response Better Auth's response to the link.
 * @param confirmed whether it has just confirmed the e-mail; false for a link that is opened again.
 */
export async function afterVerification(
  db: Database,
  auth: BetterAuth,
  request: Request,
  response: Response,
  confirmed: boolean,
): Promise<Response> {
  const location = response.headers.get('location') ?? ''
  if (response.status >= 400 || location.includes('error=')) return response
  const email = emailOfLink(new URL(request.url).searchParams.get('token') ?? '')
  const { internalAdapter } = await (await auth.instance()).$context
  const token = await tokenForFirstPassword(db, email, (row) => internalAdapter.createVerificationValue(row))
  if (token) return redirectTo(`/reset-password?token=${token}&verified=1`)
  return confirmed || location === '' ? response : redirectTo(`${location}&before=1`)
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } })
}

/** The account that a verification link is for; its signature has been checked. */
function emailOfLink(token: string): string {
  const { email } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
    email: string
  }
  return email
}
