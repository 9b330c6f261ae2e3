/**
 * False when a browser reports another site as the sender. Browsers send the origin of every POST, PUT, PATCH
 * and DELETE; programs without an Origin header carry no user's cookies.
 * @param appUrl the store's public URL. `strict`: only its exact origin, whenever APP_URL is set; otherwise
 * any host under which this request reached the store.
 */
export function isFromOwnPages(request: Request, appUrl: string, strict: boolean): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) {
    const site = request.headers.get('sec-fetch-site')
    return site === null || site === 'same-origin' || site === 'none'
  }
  if (!URL.canParse(origin)) return false
  if (origin === new URL(appUrl).origin) return true
  return !strict && new URL(origin).host === new URL(request.url).host
}
