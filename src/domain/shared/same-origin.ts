/**
 * True unless a browser says that another site's page sent this. Browsers name the origin of every POST, PUT, PATCH and DELETE;
 * programs without one carry no one else's cookies.
 * @param appUrl the address people use. `strict`, for whenever that one is set: its origin only, to the letter; else any under which
 * the store was reached just now.
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
