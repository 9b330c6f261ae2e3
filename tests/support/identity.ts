import { expect } from 'vitest'
import { linkIn, mailsTo } from './mails.ts'
import { caller, cookieOf, PASSWORD } from './users.ts'

/** One secret for several stores on one database, as for processes behind a balancer. */
export const SHARED_SECRET = { AUTH_SECRET: 'one secret for all stores, long enough 0123456789' }

type Store = { url: string }

/**
 * Signs up over HTTP, without an access token: an unverified identity with a session, whose cookie is
 * returned.
 */
export async function signUpIdentity(store: Store, email: string, password = PASSWORD): Promise<string> {
  return cookieOf(await caller(store)('POST', '/auth/sign-up/email', { name: 'Robin', email, password }))
}

/** Requests a password reset; returns the token in the email. */
export async function requestPasswordReset(store: Store, email: string): Promise<string> {
  expect((await caller(store)('POST', '/auth/request-password-reset', { email })).status).toBe(200)
  return inLink(store, email, 'Set a new password', 'token')
}

/** The code in the newest verification email to this email. */
export function verificationCode(store: Store, email: string): Promise<string> {
  return inLink(store, email, 'Verify', 'code')
}

async function inLink(store: Store, email: string, subject: string, name: string): Promise<string> {
  const mail = (await mailsTo(store, email)).find((one) => one.subject.startsWith(subject))
  return new URL(linkIn(mail?.text)).searchParams.get(name) ?? ''
}
