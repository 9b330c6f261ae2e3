import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { CachedToken, Shop } from '../shop.ts'
import { toViewer } from './account-queries.server.ts'
import { hashToken } from './issue-access-token.server.ts'
import type { Viewer } from './viewer.ts'

/** What known tokens may take in memory, in bytes: about ten thousand of them. */
const TOKEN_CACHE_BYTES = 8 * 2 ** 20
/** What one takes beside its texts, in bytes. */
const TOKEN_ENTRY_BYTES = 500

/** A memory of tokens, empty; beyond its bytes goes the token that was not used for longest. */
export function createTokenCache(): LRUCache<string, CachedToken> {
  return new LRUCache({
    maxSize: TOKEN_CACHE_BYTES,
    sizeCalculation: ({ viewer: { id, email, name } }) =>
      2 * (id.length + email.length + name.length) + TOKEN_ENTRY_BYTES,
  })
}

/** Whose access token this is, if this process knows it: never after it has ended, expired, or its owner's role has changed. */
export function findCachedViewer(shop: Shop, token: string): Viewer | null {
  return cachedViewer(shop, keyOf(hashToken(token)))
}

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
  // A revocation replaces the memory: what was read before it must not be remembered after it.
  if (before && shop.tokenCache === before) {
    before.set(key, { viewer, endsAt: asked + row.left_ms })
  }
  return viewer
}

type FoundViewer = Parameters<typeof toViewer>[0] & { left_ms: number }

// Written out: it stands before nearly every write, and a query builder's work would be a tenth of an order's.
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
