import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { CachedToken, Shop } from '../shop.ts'
import { toViewer } from './account-queries.server.ts'
import { hashToken } from './issue-access-token.server.ts'
import type { Viewer } from './viewer.ts'

/** Size limit of the token cache, in bytes: about ten thousand tokens. */
const TOKEN_CACHE_BYTES = 8 * 2 ** 20
/** Overhead of an entry beyond its strings, in bytes. */
const TOKEN_ENTRY_BYTES = 500

/** An empty LRU cache of access tokens, bounded in bytes. */
export function createTokenCache(): LRUCache<string, CachedToken> {
  return new LRUCache({
    maxSize: TOKEN_CACHE_BYTES,
    sizeCalculation: ({ viewer: { id, email, name } }) =>
      2 * (id.length + email.length + name.length) + TOKEN_ENTRY_BYTES,
  })
}

/** The viewer of a cached access token. Misses once the token has ended or expired, or its owner's role has changed. */
export function findCachedViewer(shop: Shop, token: string): Viewer | null {
  return cachedViewer(shop, keyOf(hashToken(token)))
}

/**
 * The viewer of an access token, or null when it is unknown, ended or expired.
 * @param options.fresh query the database even when the token is cached: for every call that writes.
 */
export async function findViewer(
  shop: Shop,
  token: string,
  options: { fresh: boolean },
): Promise<Viewer | null> {
  const hash = hashToken(token)
  const key = keyOf(hash)
  const known = options.fresh ? null : cachedViewer(shop, key)
  if (known) return known
  const before = shop.tokenCache
  const asked = performance.now()
  const row = await findLive(shop, hash)
  if (!row) {
    shop.tokenCache?.delete(key)
    return null
  }
  const viewer = toViewer(row, hash)
  // A revocation replaces the cache: an entry read before it must not be stored after it.
  if (before && shop.tokenCache === before) {
    before.set(key, { viewer, endsAt: asked + row.left_ms })
  }
  return viewer
}

type FoundViewer = Parameters<typeof toViewer>[0] & { left_ms: number }

// Raw SQL: it runs before nearly every write, and the query builder would cost a tenth of an order.
async function findLive(shop: Shop, hash: Buffer): Promise<FoundViewer | undefined> {
  const found = await sql<FoundViewer>`
    select accounts.id, email, name, role, email_verified,
           extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as left_ms
    from access_tokens join accounts on accounts.id = account_id
    where token_hash = ${hash} and expires_at > now()`.execute(shop.db)
  return found.rows[0]
}

function cachedViewer(shop: Shop, key: string): Viewer | null {
  const known = shop.tokenCache?.get(key)
  return known && known.endsAt > performance.now() ? known.viewer : null
}

function keyOf(hash: Buffer): string {
  return hash.toString('base64')
}
