import { pathWithQuery } from '#paths.ts'

/** The page after sign-in: the return path when it is a path of this store, else the home page. */
export function returnPath(search: URLSearchParams): string {
  const from = search.get('from') ?? '/'
  const base = 'https://store.invalid'
  const url = URL.canParse(from, base) ? new URL(from, base) : null
  if (!from.startsWith('/') || url?.origin !== base) return '/'
  // Browsers treat a path with two leading slashes as another host.
  if (url.pathname.startsWith('//') || /^\/(login|signup)\/?$/i.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/**
 * A sign-in screen's URL with the same return path.
 * @param page such as `/signup`.
 */
export function withReturnPath(page: string, search: URLSearchParams): string {
  const from = returnPath(search)
  return pathWithQuery(page, { from: from === '/' ? '' : from })
}

let lastPath = ''

/** For sign-in screens, before they navigate to `path`. */
export function saveReturnPath(path: string): void {
  lastPath = new URL(path, location.origin).pathname
}

/** Whether the last sign-in led to this path: a guard there must not redirect back to login. */
export function isReturnPath(pathname: string): boolean {
  return pathname === lastPath
}

/** The guard has decided about the user: later visits to this path are deliberate. */
export function clearReturnPath(): void {
  lastPath = ''
}
