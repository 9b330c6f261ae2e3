import { z } from 'zod'
import { SubmittedPassword, SignUpInput } from '#domain/accounts/account.ts'
import type { IdentityCallDescription } from '#domain/accounts/identity-provider.ts'
import { boundedText, EmailSchema as Email } from '#domain/shared/text.ts'
import type { AttemptKind } from './attempt-limits.ts'
import { isCommonPassword } from './common-passwords.ts'
import { deadLink } from './identity-errors.ts'

/** One HTTP call under /auth that is served; all others of Better Auth are closed. */
export type IdentityCall = {
  method: 'GET' | 'POST'
  /** The fields of the body that are passed on, validated. Others are dropped. */
  body?: z.ZodType<Record<string, unknown>>
  /** Counts as an attempt of this kind, at the account of the body's `email`, else of the session. */
  attempt?: AttemptKind
  /** Signs in by a password, which must still be the account's at the end. */
  signsIn?: true
  /** May send an email to the body's `email`: takes as long without one, so that timing reveals nothing. */
  mails?: true
  /**
   * The field of the new password, hashed beforehand: while it waits, no transaction stays open and no link
   * is used up.
   */
  newPasswordField?: 'password' | 'newPassword'
  /** Sets a password by the token of a mailed link. */
  resets?: true
  /** Ends the session that makes it, even when a bearer token identifies it instead of a cookie. */
  signsOut?: true
  /** Served by email-proof.ts, not by Better Auth's call of this path. */
  emailProof?: 'openLink' | 'showAccount' | 'verifyCode' | 'claim' | 'deleteAccount'
  /** Served by own-account.ts. */
  ownAccount?: 'showSignIn' | 'changePassword' | 'closeAccount'
  /**
   * The description in the OpenAPI document, for calls that API clients need. The others serve the store's
   * own pages, with their cookie.
   */
  described?: Omit<IdentityCallDescription, 'path' | 'body'>
}

const NewPassword = SignUpInput.shape.password.refine((password) => !isCommonPassword(password), {
  error: 'This password is too common. Choose another one.',
})
const Code = boundedText(100, { missing: 'Code is required' })
const SixDigits = Code.overwrite((code) => code.replaceAll(/\s/g, ''))
const TotpCode = SixDigits.regex(/^\d{6}$/, 'Enter the six digits that your app shows')
const EmailedCode = SixDigits.regex(/^\d{6}$/, 'Enter the six digits of the email')
/** The secret of a mailed link. */
const LinkToken = boundedText(100, { missing: deadLink, tooLong: deadLink }).regex(/^[\w-]+$/, deadLink)
const BackupCode = Code.trim().regex(/^[\dA-Za-z]{5}-[\dA-Za-z]{5}$/, 'A backup code looks like aB3dE-5fGh7')
/** The address, or the account, is over a limit of attempts. */
const LIMITED = { 429: ['too_many_attempts'] }
const BUSY = { 503: ['too_busy'] }
const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
})
const token = z
  .string()
  .describe(
    'The identity token: proof for PUT /user/{email}, valid for 7 days. Browsers (requests with Sec-Fetch-Site) get a cookie instead',
  )
const Done = z.object({ status: z.boolean() })

/** The calls by their path below /auth. */
export const identityCalls: Record<string, IdentityCall> = {
  '/sign-up/email': {
    method: 'POST',
    body: z.object({ name: SignUpInput.shape.name, email: Email, password: NewPassword }),
    attempt: 'sign-up',
    newPasswordField: 'password',
    described: {
      operationId: 'signUp',
      summary: 'Open an account, signed in; a verification email is sent',
      response: z.object({ token: token.optional(), user: User }),
      refusals: { 422: ['user_already_exists_use_another_email'], ...LIMITED, ...BUSY },
    },
  },
  '/sign-in/email': {
    method: 'POST',
    body: z.object({ email: Email, password: SubmittedPassword }),
    attempt: 'password',
    signsIn: true,
    described: {
      operationId: 'signIn',
      summary: 'Sign in with email and password',
      response: z.object({
        token: token.optional(),
        user: User.optional(),
        twoFactorRedirect: z
          .literal(true)
          .optional()
          .describe('The account has a second factor: it signs in with a cookie, in the store’s own pages'),
      }),
      refusals: { 401: ['invalid_email_or_password'], ...LIMITED, ...BUSY },
    },
  },
  '/sign-in/social': {
    method: 'POST',
    body: z.object({
      provider: z.literal('google'),
      callbackURL: boundedText(1000).optional(),
      errorCallbackURL: boundedText(1000).optional(),
      disableRedirect: z.boolean().optional(),
    }),
  },
  '/callback/google': { method: 'GET' },
  '/sign-out': {
    method: 'POST',
    body: z.object({}),
    signsOut: true,
    described: {
      operationId: 'signOut',
      summary: 'End the session of this token, with every access token issued for it',
      response: z.object({ success: z.boolean() }),
      refusals: { 401: ['unauthorized'] },
      bearer: true,
    },
  },
  '/get-session': { method: 'GET' },
  '/update-user': { method: 'POST', body: z.object({ name: SignUpInput.shape.name }) },
  '/send-verification-email': {
    method: 'POST',
    body: z.object({ email: Email }),
    attempt: 'verification-mail',
    mails: true,
    described: {
      operationId: 'sendVerificationMail',
      summary: 'Resend the verification email',
      response: Done,
      refusals: { 400: ['email_mismatch', 'email_already_verified'], ...LIMITED },
    },
  },
  '/request-password-reset': {
    method: 'POST',
    body: z.object({ email: Email }),
    attempt: 'reset-mail',
    mails: true,
    described: {
      operationId: 'requestPasswordReset',
      summary: 'Send the email with the link for a new password, if the account exists',
      response: Done,
      refusals: LIMITED,
    },
  },
  '/reset-password': {
    method: 'POST',
    body: z.object({
      newPassword: NewPassword,
      token: LinkToken,
    }),
    attempt: 'mailed-link',
    resets: true,
    newPasswordField: 'newPassword',
    described: {
      operationId: 'resetPassword',
      summary: 'Set a new password with the token of the emailed link; every session ends',
      response: Done,
      refusals: { 400: ['invalid_token'], ...LIMITED, ...BUSY },
    },
  },
  '/change-password': {
    method: 'POST',
    body: z.object({ currentPassword: SubmittedPassword, newPassword: NewPassword }),
    attempt: 'password',
    ownAccount: 'changePassword',
    described: {
      operationId: 'changePassword',
      summary: 'Change the password; every other session and all access tokens end',
      response: Done.extend({ token: token.optional() }),
      refusals: {
        400: ['invalid_password', 'no_password'],
        401: ['unauthorized'],
        403: ['shared_account'],
        ...LIMITED,
        ...BUSY,
      },
      bearer: true,
    },
  },
  '/close-account': {
    method: 'POST',
    body: z.object({ password: SubmittedPassword.optional() }),
    attempt: 'password',
    ownAccount: 'closeAccount',
    described: {
      operationId: 'closeAccount',
      summary:
        'Close the account: by its password or, without one, within 15 minutes of the sign-in. Unpaid orders are deleted, paid ones still ship',
      response: Done,
      refusals: {
        400: ['invalid_password'],
        401: ['unauthorized'],
        403: ['shared_account', 'login_too_old'],
        409: ['account_is_admin', 'account_changed', 'payment_in_progress'],
        ...LIMITED,
        503: ['too_busy', 'provider_unavailable'],
      },
      bearer: true,
    },
  },
  '/sign-in-methods': { method: 'GET', ownAccount: 'showSignIn' },
  '/verify-email': { method: 'GET', emailProof: 'openLink' },
  '/unverified-account': { method: 'GET', emailProof: 'showAccount' },
  '/email-otp/verify-email': {
    method: 'POST',
    body: z.object({ code: EmailedCode }),
    attempt: 'emailed-code',
    emailProof: 'verifyCode',
    described: {
      operationId: 'verifyEmail',
      summary: 'Verify the email of this identity token by the six digits of the verification email',
      response: Done,
      refusals: {
        400: ['invalid_otp', 'otp_expired'],
        401: ['unauthorized'],
        403: ['too_many_attempts'],
        429: ['too_many_attempts'],
      },
      bearer: true,
    },
  },
  '/claim-account': {
    method: 'POST',
    body: z.object({ name: SignUpInput.shape.name, newPassword: NewPassword, code: LinkToken }),
    attempt: 'mailed-link',
    emailProof: 'claim',
  },
  '/delete-unverified-account': {
    method: 'POST',
    body: z.object({ code: LinkToken }),
    attempt: 'mailed-link',
    emailProof: 'deleteAccount',
  },
  '/revoke-sessions': { method: 'POST', body: z.object({}) },
  '/revoke-other-sessions': { method: 'POST', body: z.object({}) },
  '/two-factor/enable': {
    method: 'POST',
    body: z.object({ password: SubmittedPassword }),
    attempt: 'password',
  },
  '/two-factor/verify-totp': {
    method: 'POST',
    body: z.object({ code: TotpCode }),
    attempt: 'code',
    signsIn: true,
  },
  '/two-factor/verify-backup-code': {
    method: 'POST',
    body: z.object({ code: BackupCode }),
    attempt: 'code',
    signsIn: true,
  },
  '/two-factor/disable': {
    method: 'POST',
    body: z.object({ password: SubmittedPassword }),
    attempt: 'password',
  },
  '/ok': { method: 'GET' },
}

/** The identity calls as the OpenAPI document shows them. */
export const describedCalls: readonly IdentityCallDescription[] = Object.entries(identityCalls).flatMap(
  ([path, { body, described }]) => (body && described ? [{ ...described, path: `/auth${path}`, body }] : []),
)
