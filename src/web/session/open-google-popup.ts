import { identityPaths } from '#identity-paths.ts'
import { ApiProblem } from '../api-problem.ts'

const POPUP_SIZE_PX = { width: 500, height: 600 }
/** The polling interval of the popup, and the grace period for a late message, in ms. */
const POLL_INTERVAL_MS = 500

const BLOCKED_MESSAGE = 'Your browser blocked the Google window. Allow popups for this store and try again.'

/** `idToken`: Google's, when the store does not sign in with it itself. */
type PopupResult = { ok: true; idToken?: string } | { ok: false; error: string }

/**
 * Opens the Google popup and waits until it closes. Call it in the click handler, or the browser blocks the
 * popup.
 * @returns its result; null when the user closed it.
 * @throws ApiProblem when Google or the user refused.
 */
export async function openGooglePopup(): Promise<{ idToken?: string } | null> {
  const left = Math.round(screenX + (outerWidth - POPUP_SIZE_PX.width) / 2)
  const top = Math.round(screenY + (outerHeight - POPUP_SIZE_PX.height) / 2)
  const popup = open(
    identityPaths.google,
    'driveline-google',
    `popup,width=${POPUP_SIZE_PX.width},height=${POPUP_SIZE_PX.height},left=${left},top=${top}`,
  )
  if (!popup) throw new ApiProblem(BLOCKED_MESSAGE, { status: 0, code: 'popup_blocked' })
  const result = await popupResult(popup)
  if (result?.ok === false) throw new ApiProblem(result.error, { status: 401, code: 'google_failed' })
  return result
}

/** The result that the popup's last page posts, or null when the popup was closed. */
function popupResult(popup: Window): Promise<PopupResult | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel('driveline:google')
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
