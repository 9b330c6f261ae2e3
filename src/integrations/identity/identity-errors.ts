import type { IdentityError } from '#domain/accounts/identity-provider.ts'
import { formatWait } from '#domain/shared/format-wait.ts'
import type { Refusal } from '#domain/shared/outcome.ts'

const accountExists = 'There is already an account with this email. Log in, or reset your password.'
/** For a mailed link, or its token, that no longer works. */
export const deadLink = 'This link was already used or is too old. Ask for a new one.'

/** The messages for Better Auth's codes, and for ours. */
const messages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    INVALID_EMAIL_OR_PASSWORD: 'That email or password is not right. Check both, or reset your password.',
    INVALID_PASSWORD: 'That password is not right.',
    NO_PASSWORD:
      'This account has no password yet. To set one, log out and press Forgot Password on the login page.',
    SHARED_ACCOUNT:
      'Everyone who tries this demo uses this account, so its sign-in stays as it is. Sign up with an address of your own to try this.',
    LOGIN_TOO_OLD:
      'To be sure that it is you, log out and log in again. Then you have 15 minutes to close your account.',
    ACCOUNT_IS_ADMIN:
      'An admin can’t close the account. Give up your admin rights on Make an Admin first; the last admin of a store can’t.',
    INVALID_EMAIL: 'Provide a Valid Email',
    PASSWORD_TOO_SHORT: 'Your Password must be six character or longer',
    PASSWORD_TOO_LONG: 'Please keep your password to 128 characters',
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: accountExists,
    FAILED_TO_CREATE_USER: accountExists,
    INVALID_TOKEN: deadLink,
    TOKEN_EXPIRED: deadLink,
    UNAUTHORIZED: 'Please log in first.',
    EMAIL_MISMATCH: 'This is not the email of your account.',
    INVALID_CODE: 'That code is not right. Check it, or wait for the next one that your app shows.',
    INVALID_BACKUP_CODE: 'That backup code is not right, or was used before. Each works once.',
    INVALID_TWO_FACTOR_COOKIE: 'This took too long. Log in again with your password.',
    CODE_USED: 'This code was used before. Log in again with the next one that your app shows.',
    INVALID_OTP:
      'That code is not right, or is older than ten minutes. Check it, or send another email: it has a new code.',
    OTP_EXPIRED: 'That code is too old: it works for ten minutes. Send another email: it has a new code.',
    TOO_MANY_ATTEMPTS: 'Too many wrong codes. Send another email: it has a new code.',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Log in again with your password.',
    TOTP_NOT_ENABLED: 'This account has no two-step verification yet. Set it up on your profile page.',
    TWO_FACTOR_ALREADY_ON: 'Two-step verification is on already. Switch it off first to set it up again.',
    EMAIL_ALREADY_VERIFIED:
      'This email is already verified, and nothing was changed. Log in; if the password does not work, press Forgot Password.',
    ACCOUNT_CHANGED: 'This account was changed at the same moment, and is still there. Please try again.',
    GOOGLE_UNAVAILABLE:
      'Google can’t be reached right now. Try again in a moment, or use your email and password.',
    PROVIDER_NOT_FOUND: 'Google sign-in isn’t set up in this store. Use your email and password.',
  }),
)

/** The error of a response of Better Auth: its code, with a message for people. */
export async function errorOf(response: Response): Promise<IdentityError> {
  // Some responses have no body; the status then decides.
  const body: unknown = await response.json().catch(() => null)
  const code =
    body && typeof body === 'object' && 'code' in body && typeof body.code === 'string' ? body.code : ''
  return errorOfStatus(response.status, code)
}

/** The error with this status, and this code of Better Auth if there is one. */
export function errorOfStatus(status: number, code = ''): IdentityError {
  const [name, message] = status >= 500 ? OUR_FAULT : (BY_STATUS[status] ?? UNREADABLE)
  return { status, code: code || name, message: messages.get(code) ?? message }
}

/** The code and message of a response without a known code of its own. */
const BY_STATUS: Partial<Record<number, readonly [code: string, message: string]>> = {
  401: ['UNAUTHORIZED', 'Please log in first.'],
  403: ['FORBIDDEN', 'This request did not come from the store itself. Open the store and try again.'],
  404: ['NOT_FOUND', 'There is nothing here.'],
}
const UNREADABLE = ['BAD_REQUEST', 'This could not be read. Check what you entered and try again.'] as const
const OUR_FAULT = ['UNAVAILABLE', 'Something went wrong on our side. Please try again in a moment.'] as const

/** The error of a refused use case on which an identity call depends. */
export function errorOfRefusal({ code, detail: message }: Refusal): IdentityError {
  return { status: code.startsWith('provider_') ? 503 : 409, code, message }
}

/** Wrong email or password, without saying which. */
export const wrongCredentialsError = errorOfStatus(401, 'INVALID_EMAIL_OR_PASSWORD')

/** A mailed link, or its token, that no longer works. */
export const deadLinkError = errorOfStatus(400, 'INVALID_TOKEN')

/** Signing out with a token that has already ended. */
export const endedError: IdentityError = {
  status: 401,
  code: 'UNAUTHORIZED',
  message: 'This token has expired or is not valid.',
}

/** A correct second-factor code that was used before: it may have been seen while it was typed. */
export const usedCodeError = errorOfStatus(401, 'CODE_USED')

/** @param retryAfter whole seconds to wait. */
export function tooManyError(retryAfter: number): IdentityError {
  return {
    status: 429,
    code: 'TOO_MANY_ATTEMPTS',
    message: `Too many attempts. Please wait ${formatWait(retryAfter)} and try again.`,
    headers: { 'retry-after': String(retryAfter) },
  }
}

/** A call that is made by another method. */
export function otherMethodError(method: string): IdentityError {
  const message = `This is a ${method} call.`
  return { status: 405, code: 'METHOD_NOT_ALLOWED', message, headers: { allow: method } }
}

/** Too many passwords are waiting to be checked. */
export const busyError: IdentityError = {
  status: 503,
  code: 'TOO_BUSY',
  message: 'Many people are signing in just now. Nothing was changed. Try again in a few seconds.',
  headers: { 'retry-after': '3' },
}
