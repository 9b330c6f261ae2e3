/**
 * False when a browser reports another site as the sender. Browsers send the origin of every POST, PUT, PATCH
 * and DELETE; programs without an Origin header carry no user's cookies.
 * @param appUrl the store's public URL.
 * @param options.isStrict only its exact origin, whenever APP_URL is set; otherwise also any host under which
 * this request reached the store.
 */
export function isFromOwnPages(
  request: Request,
  appUrl: string,
  { isStrict }: { isStrict: boolean },
): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) {
    const site = request.headers.get('sec-fetch-site')
    return site === null || site === 'same-origin' || site === 'none'
  }
  if (origin === new URL(appUrl).origin) return true
  return !isStrict && URL.parse(origin)?.host === new URL(request.url).host
}
