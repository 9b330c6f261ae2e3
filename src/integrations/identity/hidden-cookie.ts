import { parse, serialize } from 'hono/utils/cookie'

/**
 * The name and attributes of a cookie that no script and no other site can use.
 * @param appUrl the public URL; called at the first use.
 */
export function hiddenCookieRules(shortName: string, appUrl: () => string) {
  const isSecure = () => appUrl().startsWith('https:')
  return {
    name: () => `${isSecure() ? '__Secure-' : ''}driveline.${shortName}`,
    /** @param maxAge in seconds; 0 removes it. */
    attributes: (path: string, maxAge: number) =>
      ({ path, maxAge, httpOnly: true, secure: isSecure(), sameSite: 'Lax' }) as const,
  }
}

/** Such a cookie, for one path. */
export function hiddenCookie(shortName: string, path: string, appUrl: () => string) {
  const { name, attributes } = hiddenCookieRules(shortName, appUrl)
  return {
    read: (headers: Headers) => parse(headers.get('cookie') ?? '', name())[name()],
    /**
     * Its Set-Cookie line.
     * @param maxAge in seconds; 0 removes it.
     */
    line: (value: string, maxAge: number) => serialize(name(), value, attributes(path, maxAge)),
  }
}
