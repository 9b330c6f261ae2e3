import { identityPaths } from '#identity-paths.ts'
import { identityCall } from './identity-call.ts'
import { identityClient } from './open-identity.ts'
import { endSession } from './session-store.ts'
import { renewToken } from './session.ts'

/**
 * Whether the signed-in account has a password: one that was opened with Google has none. Only in a store
 * with its own accounts. All functions here throw ApiProblem.
 */
export async function hasPassword(): Promise<boolean> {
  return (
    ((await identityCall(identityPaths.signInMethods)) as { hasPassword: boolean } | null)?.hasPassword ===
    true
  )
}

/** Changes the password; this browser gets a new session and token, all others are logged out. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await identityCall(identityPaths.changePassword, { currentPassword, newPassword })
  await renewToken()
}

/**
 * Closes the account, and signs this browser out.
 * @param password absent where the store has none of this account: then by a recent login.
 */
export async function closeAccount(password: string | undefined): Promise<void> {
  const client = await identityClient()
  await identityCall(identityPaths.closeAccount, { password }, await client.proof())
  // The sessions have ended in the store; this signs out at the provider and clears the cookie.
  await client.signOut().catch(() => undefined)
  endSession()
}
