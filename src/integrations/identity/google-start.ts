import type { BetterAuth } from './better-auth-instance.ts'
import { donePage, GOOGLE_DONE } from './google-popup.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** Redirects the popup to Google's sign-in, which redirects it back to the done page. */
export async function startGoogle(auth: BetterAuth, log: IdentityDeps['log']): Promise<Response> {
  try {
    const { api } = await auth.instance()
    const response = await api.signInSocial({
      body: {
        provider: 'google',
        callbackURL: GOOGLE_DONE,
        errorCallbackURL: GOOGLE_DONE,
        disableRedirect: true,
      },
      headers: new Headers(),
      asResponse: true,
    })
    const { url } = (await response.json()) as { url?: string }
    if (!url) return donePage('popup_sign_in_failed')
    const headers = new Headers({ location: url, 'cache-control': 'no-store' })
    for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
    return new Response(null, { status: 302, headers })
  } catch (error) {
    log.error({ err: error }, 'Google sign-in could not begin')
    return donePage('popup_sign_in_failed')
  }
}
