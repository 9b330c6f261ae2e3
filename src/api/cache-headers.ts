import type { Call } from '#contract/call.ts'
import type { ChangeTag } from '#domain/shared/change-tag.ts'

/** For whom a response is the same. */
export type Audience = NonNullable<Call['cache']>['audience']

/** How a response may be cached, as headers that the response cache removes before sending. */
const TAGS = 'X-Cache-Tags'
const AUDIENCE = 'X-Cache-Audience'

/** Headers that mark a response as cacheable until a change of one of the tags. */
export function cacheMark(audience: Audience, tags: readonly ChangeTag[]): Record<string, string> {
  return { [AUDIENCE]: audience, [TAGS]: tags.join(',') }
}

/** Whether the response cache stores and compresses it. */
export function isMarkedCacheable(headers: Headers): boolean {
  return headers.has(AUDIENCE) && !isStreamed(headers)
}

/** Whether it is a file that is sent while it is made, such as the feed: the response cache has at most a copy of it, for an outage. */
export function isStreamed(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/xml') ?? false
}

/** Takes the mark off. Null: the response must not be cached. */
export function takeCacheMark(headers: Headers): { audience: Audience; tags: readonly string[] } | null {
  const audience = headers.get(AUDIENCE) as Audience | null
  const tags = headers.get(TAGS)
  headers.delete(AUDIENCE)
  headers.delete(TAGS)
  return audience && { audience, tags: tags ? tags.split(',') : [] }
}
