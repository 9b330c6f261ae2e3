import type { Call } from '#contract/call.ts'
import type { CacheTag } from '#domain/shared/cache-tags.ts'

/** The people who get the same response. */
export type Audience = NonNullable<Call['cache']>['audience']

/**
 * Internal headers that state how a response may be cached; the response cache removes them before sending.
 */
const TAGS = 'X-Cache-Tags'
const AUDIENCE = 'X-Cache-Audience'

/** Headers that mark a response as cacheable until a change of one of the tags. */
export function cacheMark(audience: Audience, tags: readonly CacheTag[]): Record<string, string> {
  return { [AUDIENCE]: audience, [TAGS]: tags.join(',') }
}

/**
 * Whether the response may be cached: the response cache compresses it, and stores it unless it is for
 * another front end.
 */
export function isMarkedCacheable(headers: Headers): boolean {
  return headers.has(AUDIENCE) && !isStreamed(headers)
}

/**
 * Whether the response is a file that is sent while it is created, such as the feed: the response cache keeps
 * at most a copy, for an outage.
 */
export function isStreamed(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/xml') ?? false
}

/** Removes and returns the mark. Null: the response must not be cached. */
export function takeCacheMark(headers: Headers): { audience: Audience; tags: readonly string[] } | null {
  const audience = headers.get(AUDIENCE) as Audience | null
  const tags = headers.get(TAGS)
  headers.delete(AUDIENCE)
  headers.delete(TAGS)
  return audience && { audience, tags: tags ? tags.split(',') : [] }
}
