import { prepared } from '#db/prepared-statement.ts'
import type { Shop } from '../shop.ts'
import { roleInForce } from './account-queries.server.ts'
import { hashToken } from './issue-access-token.server.ts'
import type { Viewer } from './viewer.ts'

/**
 * The viewer of a cached access token. Misses once the token has ended or expired, or its owner's role has
 * changed.
 */
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
  const since = shop.tokenCache.revision()
  const queriedAt = performance.now()
  const [row] = (await shop.db.executeQuery(findLiveToken([hash]))).rows
  if (!row) {
    shop.tokenCache.delete(key)
    return null
  }
  const { id, email, name, left_ms } = row
  const viewer: Viewer = { id, email, name, role: roleInForce(row), tokenHash: hash }
  const bytes = 2 * (id.length + email.length + name.length)
  shop.tokenCache.set(key, { viewer, endsAt: queriedAt + left_ms }, { tags: [], since, bytes })
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
  const known = shop.tokenCache.get(key)
  return known && known.endsAt > performance.now() ? known.viewer : null
}

function keyOf(hash: Buffer): string {
  return hash.toString('base64')
}
