/** True when a browser says that another site's page sent this. Programs send no Origin. */
export function isForeignOrigin(request: Request, appUrl: string): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return request.headers.get('sec-fetch-site') === 'cross-site'
  if (origin === new URL(appUrl).origin) return false
  // Without APP_URL the store is used by whatever name leads to it.
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.get('host')
}
