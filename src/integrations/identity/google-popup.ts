import { identityPaths } from '#identity-paths.ts'
/*
 * Google's popup. In the click itself the browser calls
 *   const popup = window.open('/auth/google', 'driveline-google', 'popup,width=500,height=600,left=…,top=…')
 * Null means that the browser blocked it: say so. The last page closes the popup.
 * The result comes over `new BroadcastChannel('driveline:google')`, opened before the popup: one message
 *   { ok: true }                   signed in, the cookie is set: go on as after sign-in
 *   { ok: true, idToken: '…' }     Google's ID token, for Firebase: with IDENTITY=firebase there is no cookie
 *   { ok: false, error: '…' }      the text for under the Google button
 * A person may close the popup: poll popup.closed each 500 ms; once closed, wait 500 ms for a late message,
 * then ask GET /auth/get-session (signed in after all?), else stop the spinner. Pages that open the popup
 * need `Cross-Origin-Opener-Policy: same-origin-allow-popups` (with `same-origin`, popup.closed reads true
 * while the popup is still open; the message arrives all the same).
 */
import * as paths from '#paths.ts'

/** Where the popup begins and ends, and the script of its last page. */
export const GOOGLE_START = identityPaths.google
export const GOOGLE_DONE = '/auth/google/done'
/** Where Google sends the popup back to. */
export const GOOGLE_CALLBACK = '/auth/callback/google'
const GOOGLE_DONE_SCRIPT = '/auth/google/done.js'

const messages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    access_denied: 'Google sign-in was canceled.',
    account_not_linked:
      'Google has not verified this email, so it cannot open the account that exists for it. Log in with your password.',
    email_not_found:
      'Your Google account shares no email with us. Use another one, or sign up with your email.',
    not_configured: 'Google sign-in isn’t set up in this store. Use your email and password.',
    unable_to_create_session:
      'Your account has two-step verification, which Google skips. Log in with your email, your password and the code.',
    popup_sign_in_failed:
      'Google can’t be reached right now. Try again in a moment, or use your email and password.',
  }),
)
const other = 'Google sign-in did not work. Please try again.'

/** Serves the last page of the popup and its script; null for other paths. */
export function servePopupPages(url: URL): Response | null {
  if (url.pathname === GOOGLE_DONE_SCRIPT) {
    return new Response(script, {
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        ...headers,
      },
    })
  }
  return url.pathname === GOOGLE_DONE ? donePage(url.searchParams.get('error')) : null
}

/**
 * The page that notifies the opener and closes itself; readable where it cannot.
 * @param error a code of Better Auth or of the issuer; null when signed in.
 * @param idToken for the opener, when it has to sign in with it.
 */
export function donePage(error: string | null, idToken = ''): Response {
  const message = error === null ? '' : (messages.get(error) ?? other)
  return new Response(
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${message ? 'Not signed in' : 'Signed in'}</title>
<script src="${GOOGLE_DONE_SCRIPT}" defer></script></head>
<body data-error="${message}" data-id-token="${idToken}"><main><h1>${message ? 'Not signed in' : 'Signed in'}</h1>
<p>${message || 'You are signed in.'} You can close this window.</p>
<p><a href="${message ? paths.login : paths.home}">Continue to the store</a></p></main></body>
</html>
`,
    {
      status: error === null ? 200 : error === 'popup_sign_in_failed' ? 503 : 400,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        ...headers,
      },
    },
  )
}

const headers = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

// A BroadcastChannel reaches the opener even where Google's headers cut window.opener, and never another
// origin.
const script = `const { error, idToken } = document.body.dataset
const channel = new BroadcastChannel('driveline:google')
channel.postMessage(error ? { ok: false, error } : idToken ? { ok: true, idToken } : { ok: true })
channel.close()
// Browsers close only windows that a script opened, not one that a person opened.
window.close()
`
