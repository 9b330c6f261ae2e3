/** The page to go to after sign-in: the remembered one when it is a path of this store, else the home page. */
export function returnPath(search: URLSearchParams): string {
  const from = search.get('from') ?? '/'
  const base = 'https://store.invalid'
  const url = URL.canParse(from, base) ? new URL(from, base) : null
  if (!from.startsWith('/') || url?.origin !== base) return '/'
  // A path that itself starts with two slashes would be another host to the browser.
  if (url.pathname.startsWith('//') || /^\/(login|signup)\/?$/i.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

let lastPath = ''

/** For the screens that sign in, before they leave for `path`. */
export function saveReturnPath(path: string): void {
  lastPath = new URL(path, location.origin).pathname
}

/** Whether a sign-in has just led to this path: a guard there must not answer it with the login page again. False once any other page was asked for. */
export function isReturnPath(pathname: string): boolean {
  if (pathname !== lastPath) lastPath = ''
  return lastPath !== ''
}

/** The guard has let them in: from now on they are there because they want to be. */
export function clearReturnPath(): void {
  lastPath = ''
}
