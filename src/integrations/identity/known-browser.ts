import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { parseSigned, serializeSigned } from 'hono/utils/cookie'

/**
 * Browsers that signed in to an account before, by a signed HttpOnly cookie ("device cookie"). It opens nothing: attempts of such
 * a browser at the account are only counted by themselves, so that strangers who guess never lock the owner out.
 */
export type KnownBrowsers = {
  /** The id of this browser, if it signed in to this account within the last 90 days. @param email normalized. */
  find(headers: Headers, email: string): Promise<string | null>
  /** The Set-Cookie line that makes this browser known to the account, beside the four others it was last used for. */
  remember(headers: Headers, email: string): Promise<string>
}

const LIFE_S = 90 * 24 * 3600
/** Accounts in one cookie: a family's. */
const ACCOUNTS = 5

/** One account: a hash of its e-mail, the browser's id for it, and until when (s since 1970). */
type Entry = { account: string; id: string; until: number }

/**
 * @param secret the store's AUTH_SECRET; the cookie is signed by a key of its own that is derived from it.
 * @param appUrl the address people use; asked for at the first use.
 */
export function createKnownBrowsers(secret: string, appUrl: () => string): KnownBrowsers {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'driveline known browser', 32))
  const isSecure = () => appUrl().startsWith('https:')
  const cookieName = () => `${isSecure() ? '__Secure-' : ''}driveline.known_accounts`

  async function read(headers: Headers): Promise<Entry[]> {
    const name = cookieName()
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
    async find(headers, email) {
      const entries = await read(headers)
      return entries.find(({ account }) => account === hashOf(email))?.id ?? null
    },
    async remember(headers, email) {
      const entries = await read(headers)
      const account = hashOf(email)
      const known = entries.find((entry) => entry.account === account)
      const others = entries.filter((entry) => entry !== known)
      const first = {
        account,
        id: known?.id ?? randomBytes(16).toString('base64url'),
        until: now() + LIFE_S,
      }
      const value = [first, ...others]
        .slice(0, ACCOUNTS)
        .map((entry) => `${entry.account}.${entry.id}.${entry.until}`)
        .join('~')
      return serializeSigned(cookieName(), value, key, {
        path: '/auth',
        maxAge: LIFE_S,
        httpOnly: true,
        secure: isSecure(),
        sameSite: 'Lax',
      })
    },
  }
}

const now = () => Math.floor(Date.now() / 1000)

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
