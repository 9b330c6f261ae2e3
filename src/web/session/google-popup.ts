import { ApiProblem } from '../api-client/api-problem.ts'

/** The size of the Google popup in px. */
const POPUP = { width: 500, height: 600 }
/** The polling interval of the popup, and the grace period for a late message, in ms. */
const POLL_INTERVAL_MS = 500

/** `idToken`: Google's, when the store does not sign in with it itself. */
type PopupResult = { ok: true; idToken?: string } | { ok: false; error: string }

/**
 * Opens the Google popup and waits until it closes. Call it in the click handler, or the browser blocks the
 * popup.
 * @returns its result; null when the user closed it.
 * @throws ApiProblem when Google or the user refused.
 */
export async function openGooglePopup(): Promise<{ idToken?: string } | null> {
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
  return result
}

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
