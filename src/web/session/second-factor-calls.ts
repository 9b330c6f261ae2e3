import { identityPaths } from '#identity-paths.ts'
import { identityCall } from './identity-call.ts'
import { renewToken } from './session.ts'

/** The setup URI of an authenticator app, and the backup codes; both are shown once. */
export type SetUp = { totpURI: string; backupCodes: string[] }

/** Whether the signed-in user has a second factor. All functions here throw ApiProblem. */
export async function hasSecondFactor(): Promise<boolean> {
  const session = (await identityCall(identityPaths.session)) as {
    user: { twoFactorEnabled?: boolean }
  } | null
  return session?.user.twoFactorEnabled === true
}

/** Starts the setup; sign-in does not require it yet. */
export async function beginSetUp(password: string): Promise<SetUp> {
  return (await identityCall(identityPaths.enableSecondFactor, { password })) as SetUp
}

/** Enables it with a first code. Ends all other sessions; this browser gets a new session and token. */
export async function enableSecondFactor(code: string): Promise<void> {
  await identityCall(identityPaths.verifyCode, { code })
  await renewToken()
}

/** Disables it; this browser gets a new session and token. */
export async function disableSecondFactor(password: string): Promise<void> {
  await identityCall(identityPaths.disableSecondFactor, { password })
  await renewToken()
}
