import type { CacheTag } from '#domain/shared/cache-tags.ts'

/** An internal header that the response cache removes before sending. */
const TAGS = 'X-Cache-Tags'

/** Marks a response that is the same for everyone as cacheable until a change of one of the tags. */
export function cacheMark(tags: readonly CacheTag[]): Record<string, string> {
  return { [TAGS]: tags.join(',') }
}

/**
 * Whether the response may be cached: the response cache compresses it, and stores it unless it is for
 * another front end.
 */
export function isMarkedCacheable(headers: Headers): boolean {
  return headers.has(TAGS) && !isStreamed(headers)
}

/** Whether the response is a file that is sent while it is created, such as the feed: it is not cached. */
export function isStreamed(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/xml') ?? false
}

/** Removes and returns the mark. Null: the response must not be cached. */
export function takeCacheMark(headers: Headers): readonly string[] | null {
  const tags = headers.get(TAGS)
  headers.delete(TAGS)
  return tags === null ? null : tags.split(',').filter((tag) => tag !== '')
}
