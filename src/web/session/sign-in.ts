import { identityPaths } from '#identity-paths.ts'
import { ApiProblem } from '../api-problem.ts'
import { dismissErrorsAbout } from '../ui/toast-store.ts'
import { identityCall } from './identity-call.ts'
import { openGooglePopup } from './open-google-popup.ts'
import { identityClient } from './open-identity.ts'
import { SIGNED_IN } from './session-events.ts'
import { endSession } from './session-store.ts'
import { requestAccessToken } from './session.ts'

// Used by the login, sign-up and reset screens only. All throw ApiProblem.

/**
 * Requests the access token after the identity is proved. When it is refused, the user is signed out again
 * and the message says why.
 */
async function completeSignIn(email: string): Promise<void> {
  try {
    await requestAccessToken(email)
    dismissErrorsAbout('session')
    dispatchEvent(new Event(SIGNED_IN))
  } catch (error) {
    endSession()
    await identityClient()
      .then((client) => client.signOut())
      // The reason for signing out matters more than its failure.
      .catch(() => undefined)
    const why = error instanceof ApiProblem ? ` ${error.message}` : ''
    throw new ApiProblem(`Your sign-in was accepted, but the store could not open your account.${why}`, {
      status: error instanceof ApiProblem ? error.status : 0,
      code: 'token_refused',
    })
  }
}

/** Signs in with email and password. False: a second factor is required; see signInWithCode. */
export async function signIn(email: string, password: string): Promise<boolean> {
  if ((await (await identityClient()).signIn(email, password)) === 'code-needed') return false
  await completeSignIn(email)
  return true
}

/** The second step: a code from the app, or a backup code. */
export async function signInWithCode({ code, isBackup }: { code: string; isBackup: boolean }): Promise<void> {
  await identityCall(isBackup ? identityPaths.verifyBackupCode : identityPaths.verifyCode, { code })
  await signInWithSession()
}

/** Whether another code would not help after this problem, so that the sign-in restarts with the password. */
export function mustStartOver(code: string): boolean {
  return RESTART_CODES.has(code)
}

const RESTART_CODES = new Set<string>([
  'code_used',
  'invalid_two_factor_cookie',
  'too_many_attempts_request_new_code',
])

/** Signs in with this browser's existing identity session, if any. */
export async function signInWithSession(): Promise<void> {
  const email = await (await identityClient()).email()
  if (email !== null) await completeSignIn(email)
}

/** Creates an account and signs in. A verification email is sent. */
export async function signUp(name: string, email: string, password: string): Promise<void> {
  await (await identityClient()).signUp(name, email, password)
  await completeSignIn(email)
}

/** Sets a new password with the token from the email; ends every session of the account. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await identityCall(identityPaths.resetPassword, { token, newPassword })
  endSession()
}

/**
 * Signs in through the Google popup, if it is not closed. Call it in the click handler, or the browser blocks
 * the popup.
 */
export async function signInWithGoogle(): Promise<void> {
  const result = await openGooglePopup()
  const client = await identityClient()
  if (result) await client.signInWithGoogle(result.idToken)
  await signInWithSession()
}
