import { hash, hkdfSync, randomBytes } from 'node:crypto'
import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import { hiddenCookieRules } from './hidden-cookie.ts'

/** How long a browser stays known after a sign-in, in seconds. */
const MAX_AGE_SECONDS = 90 * 24 * 3600
/** Where passwords and codes are sent: by scripts, and by the login page's own form. */
const PATHS = ['/auth', '/login']
/** Maximum accounts per cookie, enough for a family. */
const MAX_ACCOUNTS = 5

/** One account: a hash of its email, the browser's id for it, and its expiry (Unix seconds). */
type Entry = { account: string; id: string; until: number }

/**
 * Browsers that have signed in to an account before, identified by a signed HttpOnly cookie ("device
 * cookie"). It grants nothing: their attempts at the account are counted separately, so that strangers'
 * guesses never lock the owner out. Emails are normalized.
 * @param secret the store's AUTH_SECRET; the cookie is signed with a key derived from it.
 * @param appUrl the public URL; called at the first use.
 */
export function createKnownBrowsers(secret: string, appUrl: () => string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'driveline known browser', 32))
  const cookie = hiddenCookieRules('known_accounts', appUrl)

  async function read(headers: Headers): Promise<Entry[]> {
    const name = cookie.name()
    const { [name]: value } = await parseSigned(headers.get('cookie') ?? '', key, name)
    if (!value) return []
    return value
      .split('~')
      .map((text): Entry => {
        const [account = '', id = '', until = ''] = text.split('.')
        return { account, id, until: Number(until) }
      })
      .filter(({ until }) => until > now())
  }

  return {
    /** The id of this browser, if it signed in to this account within the last 90 days. */
    async find(headers: Headers, email: string): Promise<string | null> {
      const entries = await read(headers)
      return entries.find(({ account }) => account === hashOf(email))?.id ?? null
    },
    /**
     * The Set-Cookie lines that make this browser known to the account, and to the accounts it used last.
     */
    async remember(headers: Headers, email: string): Promise<string[]> {
      const entries = await read(headers)
      const account = hashOf(email)
      const known = entries.find((entry) => entry.account === account)
      const others = entries.filter((entry) => entry !== known)
      const first = {
        account,
        id: known?.id ?? randomBytes(16).toString('base64url'),
        until: now() + MAX_AGE_SECONDS,
      }
      const value = [first, ...others]
        .slice(0, MAX_ACCOUNTS)
        .map((entry) => `${entry.account}.${entry.id}.${entry.until}`)
        .join('~')
      return Promise.all(
        PATHS.map((path) =>
          serializeSigned(cookie.name(), value, key, cookie.attributes(path, MAX_AGE_SECONDS)),
        ),
      )
    },
  }
}

const now = () => Math.floor(Date.now() / 1_000)

const hashOf = (email: string) => hash('sha256', email, 'base64url')

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>
