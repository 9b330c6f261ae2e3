/** The page to go to after sign-in: the remembered one when it is a path of this store, else the home page. */
export function pathAfterSignIn(search: URLSearchParams): string {
  const from = search.get('from') ?? '/'
  const base = 'https://store.invalid'
  const url = URL.canParse(from, base) ? new URL(from, base) : null
  if (!from.startsWith('/') || url?.origin !== base) return '/'
  // A path that itself starts with two slashes would be another host to the browser.
  if (url.pathname.startsWith('//') || ['/login', '/signup'].includes(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
