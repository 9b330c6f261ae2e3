import { ApiProblem, fetchOrProblem, problemFrom } from '../api-client/api-problem.ts'
import { identityCall } from '../api-client/identity-call.ts'
import { endSession, requestAccessToken } from './session.ts'
import { currentSession, subscribeToSession } from './session-store.ts'
import { settleToasts } from '../ui/toast-store.ts'

// Used by the login, sign-up and reset screens only. All throw ApiProblem.

/** Requests the access token after the identity is proved. When it is refused, the user is signed out again and the message says so. */
async function completeSignIn(email: string): Promise<void> {
  try {
    await requestAccessToken(email)
    settleToasts('session')
    joinGarage()
  } catch (error) {
    endSession()
    await identityCall('/sign-out', {}).catch(() => undefined)
    const why = error instanceof ApiProblem ? ` ${error.message}` : ''
    throw new ApiProblem(`Your sign-in was accepted, but the store could not open your account.${why}`, {
      status: error instanceof ApiProblem ? error.status : 0,
      code: 'token_refused',
    })
  }
}

/** Without waiting for it: the vehicle is no part of the sign-in. The end of the session aborts it. */
function joinGarage(): void {
  const ended = new AbortController()
  const unsubscribe = subscribeToSession(() => {
    if (currentSession().status === 'signed-out') ended.abort()
  })
  import('../components/garage/garage-calls.ts')
    .then((garage) => garage.joinGarage(ended.signal))
    .catch(() => undefined)
    .finally(unsubscribe)
}

/** Signs in with email and password. False: a second factor is required; see signInWithCode. */
export async function signIn(email: string, password: string): Promise<boolean> {
  const answer = await identityCall('/sign-in/email', { email, password })
  if (typeof answer === 'object' && answer !== null && 'twoFactorRedirect' in answer) return false
  await completeSignIn(email)
  return true
}

/** The second step: a code from the app, or a backup code. */
export async function signInWithCode(input: { code: string; backup: boolean }): Promise<void> {
  await identityCall(`/two-factor/${input.backup ? 'verify-backup-code' : 'verify-totp'}`, {
    code: input.code,
  })
  await signInWithSession()
}

/** Whether the sign-in must restart with the password: after a problem with this code another code would not help. */
export function mustStartOver(code: string): boolean {
  return RESTART_CODES.has(code)
}

const RESTART_CODES = new Set<string>([
  'code_used',
  'invalid_two_factor_cookie',
  'too_many_attempts_request_new_code',
])

/** Signs in with the identity session that this browser has already, if it has one. */
export async function signInWithSession(): Promise<void> {
  const answer = await fetchOrProblem('/auth/get-session', {})
  if (!answer.ok) throw await problemFrom(answer)
  const session = (await answer.json()) as { user: { email: string } } | null
  if (session) await completeSignIn(session.user.email)
}

/** Creates an account and signs in. The store sends a verification email. */
export async function signUp(name: string, email: string, password: string): Promise<void> {
  await identityCall('/sign-up/email', { name, email, password })
  await completeSignIn(email)
}

/** Requests a password reset email. Succeeds whether or not the account exists. */
export async function sendResetLink(email: string): Promise<void> {
  await identityCall('/request-password-reset', { email, redirectTo: '/reset-password' })
}

/** Sets a new password with the token from the email; ends every session of the account. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await identityCall('/reset-password', { token, newPassword })
  endSession()
}

/** The size of the Google popup in px. */
const POPUP = { width: 500, height: 600 }
/** The polling interval of the popup, and the grace period for a late message, in ms. */
const POLL_INTERVAL_MS = 500

/**
 * Signs in through the Google popup. Call it in the click handler, or the browser blocks the popup. Without effect when the user
 * closes the popup.
 */
export async function signInWithGoogle(): Promise<void> {
  const channel = new BroadcastChannel('driveline:google')
  const left = Math.round(screenX + (outerWidth - POPUP.width) / 2)
  const top = Math.round(screenY + (outerHeight - POPUP.height) / 2)
  const popup = open(
    '/auth/google',
    'driveline-google',
    `popup,width=${POPUP.width},height=${POPUP.height},left=${left},top=${top}`,
  )
  if (!popup) {
    channel.close()
    throw new ApiProblem(
      'Your browser blocked the Google window. Allow popups for this store and try again.',
      {
        status: 0,
        code: 'popup_blocked',
      },
    )
  }
  const result = await popupResult(channel, popup)
  if (result?.ok === false) throw new ApiProblem(result.error, { status: 401, code: 'google_failed' })
  await signInWithSession()
}

type PopupResult = { ok: true } | { ok: false; error: string }

/** The result that the popup's last page posts, or null when the popup was closed. */
function popupResult(channel: BroadcastChannel, popup: Window): Promise<PopupResult | null> {
  return new Promise((resolve) => {
    const finish = (result: PopupResult | null) => {
      clearInterval(polling)
      channel.close()
      resolve(result)
    }
    channel.addEventListener('message', (event: MessageEvent<PopupResult>) => finish(event.data))
    const polling = setInterval(() => {
      if (!popup.closed) return
      clearInterval(polling)
      setTimeout(() => finish(null), POLL_INTERVAL_MS)
    }, POLL_INTERVAL_MS)
  })
}
