import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Answer, caller } from './users.ts'

/** One secret for several stores on one database, as processes behind a balancer have it. */
export const SHARED_SECRET = { AUTH_SECRET: 'one secret for all stores, long enough 0123456789' }

/** The default password. */
export const PASSWORD = 'gasket-rocker-42'

type Store = { url: string }

/** An unused e-mail. */
export const newEmail = () => `${randomUUID().slice(0, 8)}@people.test`

/** Signs up over HTTP, unconfirmed; returns the cookie. */
export async function signUp(store: Store, email: string, password = PASSWORD): Promise<string> {
  const answer = await caller(store)('POST', '/auth/sign-up/email', { name: 'Robin', email, password })
  expect(answer.status).toBe(200)
  return cookieOf(answer)
}

/** Requests a password reset; returns the token in the mail. */
export async function requestPasswordReset(store: Store, email: string): Promise<string> {
  expect((await caller(store)('POST', '/auth/request-password-reset', { email })).status).toBe(200)
  return tokenInMail(store, email, 'Set a new password')
}

/** The token in the newest mail to this e-mail with this subject. */
export async function tokenInMail(store: Store, email: string, subject: string): Promise<string> {
  const mails = (await caller(store)('GET', `/dev/mailbox.json?to=${encodeURIComponent(email)}`)).body
  const mail = mails.find((one: { subject: string }) => one.subject.startsWith(subject))
  return new URL(/^https?:\S+$/m.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
}

function cookieOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
