import { z } from 'zod'
import type { IdentityCallDescription } from '#domain/accounts/identity-provider.ts'
import { identityCalls } from './identity-calls.ts'

const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
})
const token = z.string().describe('The identity token: proof for PUT /user/{email}, valid for 7 days')
const Done = z.object({ status: z.boolean() })

type Described = Omit<IdentityCallDescription, 'path' | 'body'>

/** The identity calls that API clients need. The others serve the store's own pages, with their cookie. */
const calls: Record<string, Described> = {
  '/sign-up/email': {
    operationId: 'signUp',
    summary: 'Open an account, signed in; a confirmation mail is sent',
    answer: z.object({ token, user: User }),
    refusals: [403, 409, 429, 503],
  },
  '/sign-in/email': {
    operationId: 'signIn',
    summary: 'Sign in with email and password',
    answer: z.object({
      token: token.optional(),
      user: User.optional(),
      twoFactorRedirect: z
        .literal(true)
        .optional()
        .describe('The account has a second factor: it signs in with a cookie, in the store’s own pages'),
    }),
    refusals: [401, 403, 429, 503],
  },
  '/sign-out': {
    operationId: 'signOut',
    summary: 'End the session of this token, with every access token issued for it',
    answer: z.object({ success: z.boolean() }),
    refusals: [401, 403, 429],
    bearer: true,
  },
  '/send-verification-email': {
    operationId: 'sendVerificationMail',
    summary: 'Send the mail that confirms an email address again',
    answer: Done,
    refusals: [403, 429],
  },
  '/request-password-reset': {
    operationId: 'requestPasswordReset',
    summary: 'Send the mail with the link for a new password, if there is such an account',
    answer: Done,
    refusals: [403, 429],
  },
  '/reset-password': {
    operationId: 'resetPassword',
    summary: 'Set a new password with the token of the mailed link; every session ends',
    answer: Done,
    refusals: [403, 429, 503],
  },
}

/** The identity calls as the OpenAPI document shows them. */
export const describedCalls: readonly IdentityCallDescription[] = Object.entries(calls).map(
  ([path, call]) => {
    const body = identityCalls[path]?.body
    if (!body) throw new Error(`No call takes a body at ${path}`)
    return { ...call, path: `/auth${path}`, body }
  },
)
