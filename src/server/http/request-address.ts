import type { Refusal } from '#domain/shared/outcome.ts'

/** Maximum length of a path, in characters. The store's own paths have up to about a hundred. */
const MAX_PATH_LENGTH = 2048

/** Maximum segments of a path. The store's deepest has seven. */
const MAX_SEGMENTS = 20

/**
 * Validates the raw path of a request before routing: the refusal, or null. Linear in its length. Refused:
 * address_too_long, malformed_address (an invalid percent-encoding, or bytes that are not UTF-8), not_found
 * (an encoded slash or NUL, an empty segment in the middle, or too many segments: no route has them, and two
 * routers could read them differently).
 */
export function checkPath(path: string): Refusal | null {
  if (path.length > MAX_PATH_LENGTH)
    return { code: 'address_too_long', detail: `The URL is longer than ${MAX_PATH_LENGTH} characters.` }
  // The pages' router matches every prefix of a path.
  if (path.includes('//') || path.split('/').length > MAX_SEGMENTS) return PAGE_NOT_FOUND
  if (!path.includes('%')) return null
  if (!path.split('/').every(isDecodable))
    return { code: 'malformed_address', detail: 'The URL contains an invalid percent-encoding.' }
  return /%2f|%5c|%00/i.test(path) ? PAGE_NOT_FOUND : null
}

/** The refusal of a request whose Host is no host, such as 1.1.1.1.1: it has no URL. */
export const MALFORMED_HOST: Refusal = {
  code: 'malformed_address',
  detail: 'The Host header of the request is malformed.',
}

const PAGE_NOT_FOUND: Refusal = { code: 'not_found', detail: 'Page not found.' }

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment)
    return true
  } catch {
    // A malformed escape, or bytes that are not UTF-8.
    return false
  }
}

/** The raw path of a URL, without its query: `c.req.path` is decoded in part. */
export function sentPath(url: string): string {
  const begin = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.slice(begin).search(/[?#]/)
  return end < 0 ? url.slice(begin) : url.slice(begin, begin + end)
}

/** A path segment that may be logged: a word or one of our ids. */
const LOGGABLE = /^[\w.~+-]{0,40}$/
/** Words have no such run of letters and digits: tokens and pasted text do. */
const SECRET = /\w{20}/

/**
 * A path for the log, in linear time. Email addresses are personal data, and the token of a reset link opens
 * an account: a segment is logged only if it looks like one of our words.
 */
export function pathForLog(path: string): string {
  const segments = path.slice(0, MAX_PATH_LENGTH).split('/')
  return segments
    .map((segment, at) => {
      const isToken = segments[at - 1]?.toLowerCase() === 'reset-password'
      return !isToken && LOGGABLE.test(segment) && !SECRET.test(segment) ? segment : '{hidden}'
    })
    .join('/')
}
