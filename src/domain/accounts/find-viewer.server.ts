import { LRUCache } from 'lru-cache'
import { prepared } from '#db/prepared-statement.ts'
import type { CachedToken, Shop } from '../shop.ts'
import { roleInForce } from './account-queries.server.ts'
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
  const queriedAt = performance.now()
  const [row] = (await shop.db.executeQuery(findLiveToken([hash]))).rows
  if (!row) {
    shop.tokenCache?.delete(key)
    return null
  }
  const { id, email, name, left_ms } = row
  const viewer: Viewer = { id, email, name, role: roleInForce(row), tokenHash: hash }
  // A revocation replaces the cache: an entry read before it must not be stored after it.
  if (before && shop.tokenCache === before) {
    before.set(key, { viewer, endsAt: queriedAt + left_ms })
  }
  return viewer
}

type FoundViewer = Omit<Viewer, 'tokenHash'> & { email_verified: boolean; left_ms: number }

// It runs before nearly every write.
const findLiveToken = prepared<FoundViewer>(
  'find-live-token',
  `select accounts.id, email, name, role, email_verified,
          extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as left_ms
   from access_tokens join accounts on accounts.id = account_id
   where token_hash = $1 and expires_at > now()`,
)

function cachedViewer(shop: Shop, key: string): Viewer | null {
  const known = shop.tokenCache?.get(key)
  return known && known.endsAt > performance.now() ? known.viewer : null
}

function keyOf(hash: Buffer): string {
  return hash.toString('base64')
}
