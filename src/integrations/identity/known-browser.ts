import { hash, hkdfSync, randomBytes } from 'node:crypto'
import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import * as paths from '#paths.ts'
import type { AttemptKind } from './attempt-limits.ts'
import { hiddenCookieRules } from './hidden-cookie.ts'

/** How long a browser stays known after a sign-in, in seconds. */
const MAX_AGE_SECONDS = 90 * 24 * 3600
/** Where passwords and codes are sent: by scripts, and by the login page's own form. */
const PATHS = ['/auth', paths.login]
/** Maximum accounts per cookie, enough for a family. */
const MAX_ACCOUNTS = 5

/**
 * An account as a browser knows it. `password` changes with every new password, `factor` with every second
 * factor; null when it has none.
 */
export type KnownAccount = { id: string; password: string | null; factor: string | null }

/**
 * One account, as hashes: its id, its password when the browser last signed in, and the second factor whose
 * code was given. `id` is the browser's own for it; `until` its expiry (Unix seconds).
 */
type Entry = { account: string; id: string; until: number; password: string; factor: string }

/**
 * Browsers that have signed in to an account before, identified by a signed HttpOnly cookie ("device
 * cookie"). It grants nothing: their attempts at the account are counted separately, so that strangers'
 * guesses never lock the owner out. A new password makes all browsers unknown but the one that sets it, so
 * that the one who opened an account with another person's address cannot go on guessing; a new second factor
 * does for its codes.
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
        const [account = '', id = '', until = '', password = '', factor = ''] = text.split('.')
        return { account, id, until: Number(until), password, factor }
      })
      .filter(({ until }) => until > now())
  }

  return {
    /**
     * The id of this browser, if it signed in to this account within the last 90 days.
     * @param kind what is attempted: a browser is known for codes only if one was given in it.
     */
    async find(headers: Headers, account: KnownAccount, kind: AttemptKind): Promise<string | null> {
      const entries = await read(headers)
      const known = entries.find((entry) => entry.account === hashOf(account.id))
      const isKnown =
        kind === 'code'
          ? account.factor !== null && known?.factor === hashOf(account.factor)
          : account.password !== null && known?.password === hashOf(account.password)
      return known && isKnown ? known.id : null
    },
    /**
     * The Set-Cookie lines that make this browser known to the account, and to the accounts it used last.
     * @param passedFactor false after a proof of the mailbox only.
     */
    async remember(headers: Headers, account: KnownAccount, passedFactor: boolean): Promise<string[]> {
      const entries = await read(headers)
      const known = entries.find((entry) => entry.account === hashOf(account.id))
      const others = entries.filter((entry) => entry !== known)
      const first = {
        account: hashOf(account.id),
        id: known?.id ?? randomBytes(16).toString('base64url'),
        until: now() + MAX_AGE_SECONDS,
        password: hashOf(account.password ?? ''),
        factor: passedFactor ? hashOf(account.factor ?? '') : (known?.factor ?? ''),
      }
      const value = [first, ...others]
        .slice(0, MAX_ACCOUNTS)
        .map((entry) => `${entry.account}.${entry.id}.${entry.until}.${entry.password}.${entry.factor}`)
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

const hashOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 22)

/** The account with this id or normalized email, as browsers know it; null when there is none. */
export async function findKnownAccount(
  db: Database,
  column: 'id' | 'email',
  value: string | undefined,
): Promise<KnownAccount | null> {
  if (value === undefined) return null
  const { rows } = await sql<KnownAccount>`
    select u.id,
      (select a.id || ' ' || extract(epoch from a."updatedAt") from identity.account a
        where a."userId" = u.id and a."providerId" = 'credential') as password,
      (select f.id from identity."twoFactor" f where f."userId" = u.id and u."twoFactorEnabled") as factor
    from identity."user" u where ${sql.id('u', column)} = ${value}`.execute(db)
  return rows[0] ?? null
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>
