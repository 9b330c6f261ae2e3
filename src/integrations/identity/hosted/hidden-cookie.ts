import { parse, serialize } from 'hono/utils/cookie'

/**
 * A cookie that no script and no other site can use.
 * @param appUrl the public URL; called at the first use.
 */
export function hiddenCookie(shortName: string, path: string, appUrl: () => string) {
  const isSecure = () => appUrl().startsWith('https:')
  const name = () => `${isSecure() ? '__Secure-' : ''}driveline.${shortName}`
  return {
    read: (headers: Headers) => parse(headers.get('cookie') ?? '', name())[name()],
    /**
     * Its Set-Cookie line.
     * @param maxAge in seconds; 0 removes it.
     */
    line: (value: string, maxAge: number) =>
      serialize(name(), value, { path, maxAge, httpOnly: true, secure: isSecure(), sameSite: 'Lax' }),
  }
}
