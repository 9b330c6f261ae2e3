import { sql } from 'kysely'
import type { Shop } from '../shop.ts'
import { toViewer } from './account-queries.server.ts'
import { hashToken } from './take-token.server.ts'
import type { Viewer } from './viewer.ts'

/** Tokens kept in memory at most; beyond that the oldest goes. */
const KNOWN_TOKENS_MAX = 10_000

/**
 * Whose access token this is, or null when it is unknown, ended or expired.
 * @param options.fresh ask the database even when this process knows the token: for every call that writes.
 */
export async function findViewer(
  shop: Shop,
  token: string,
  options: { fresh: boolean },
): Promise<Viewer | null> {
  const hash = hashToken(token)
  const key = hash.toString('base64')
  const known = shop.knownTokens.get(key)
  if (known && !options.fresh && known.expiresAt > Date.now()) return known.viewer
  const before = shop.knownTokens
  const row = await shop.db
    .selectFrom('access_tokens')
    .innerJoin('accounts', 'accounts.id', 'access_tokens.account_id')
    .select(['accounts.id', 'email', 'name', 'role', 'email_verified', 'expires_at'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!row) {
    shop.knownTokens.delete(key)
    return null
  }
  const viewer = toViewer(row)
  // A revocation replaces the map: what was read before it must not be remembered after it.
  if (shop.knownTokens === before) {
    const oldest = before.size >= KNOWN_TOKENS_MAX ? before.keys().next().value : undefined
    if (oldest !== undefined) before.delete(oldest)
    before.set(key, { viewer, expiresAt: row.expires_at.getTime() })
  }
  return viewer
}
