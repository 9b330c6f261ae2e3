import { fetchOrProblem, problemFrom } from '../api-client/api-problem.ts'
import { identityCall } from '../api-client/identity-call.ts'
import { renewToken } from './session.ts'

/** What an authenticator app is told, and the codes for when it is lost; both are shown once. */
export type SetUp = { totpURI: string; backupCodes: string[] }

/** Whether the person signed in has a second factor. All of these throw ApiProblem. */
export async function hasSecondFactor(): Promise<boolean> {
  const answer = await fetchOrProblem('/auth/get-session', {})
  if (!answer.ok) throw await problemFrom(answer)
  const session = (await answer.json()) as { user: { twoFactorEnabled?: boolean } } | null
  return session?.user.twoFactorEnabled === true
}

/** Begins to set it up; nothing is asked for yet. */
export async function beginSetUp(password: string): Promise<SetUp> {
  return (await identityCall('/two-factor/enable', { password })) as SetUp
}

/** Switches it on by a first code. Ends every other session; this browser gets a new one, and a new token. */
export async function switchOn(code: string): Promise<void> {
  await identityCall('/two-factor/verify-totp', { code })
  await renewToken()
}

/** Switches it off; this browser gets a new session and a new token. */
export async function switchOff(password: string): Promise<void> {
  await identityCall('/two-factor/disable', { password })
  await renewToken()
}
