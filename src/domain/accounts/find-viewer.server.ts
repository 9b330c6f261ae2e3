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
  return findCached(shop, hashToken(token).toString('base64'))
}

function findCached({ tokenCache }: Shop, key: string): Viewer | null {
  const cached = tokenCache.get(key)
  return cached && cached.endsAt > performance.now() ? cached.viewer : null
}

/**
 * The viewer of an access token, or null when it is unknown, ended or expired.
 * @param options.fresh query the database even when the token is cached: for every call that writes.
 */
export async function findViewer(
  shop: Shop,
  token: string,
  { fresh }: { fresh: boolean },
): Promise<Viewer | null> {
  const tokenHash = hashToken(token)
  const key = tokenHash.toString('base64')
  const cached = fresh ? null : findCached(shop, key)
  if (cached) return cached
  const since = shop.tokenCache.revision()
  const queriedAt = performance.now()
  const [row] = (await shop.db.executeQuery(findLiveToken([tokenHash]))).rows
  if (!row) {
    shop.tokenCache.delete(key)
    return null
  }
  const { id, email, name, left_ms } = row
  const viewer: Viewer = { id, email, name, role: roleInForce(row), tokenHash }
  const bytes = 2 * (id.length + email.length + name.length)
  shop.tokenCache.set(key, { viewer, endsAt: queriedAt + left_ms }, { tags: [], since, bytes })
  return viewer
}

type FoundViewer = Omit<Viewer, 'tokenHash'> & { email_verified: boolean; left_ms: number }

// Prepared, since it runs before nearly every write.
const findLiveToken = prepared<FoundViewer>(
  'find-live-token',
  `select accounts.id, email, name, role, email_verified,
          extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as left_ms
   from access_tokens join accounts on accounts.id = account_id
   where token_hash = $1 and expires_at > now()`,
)
