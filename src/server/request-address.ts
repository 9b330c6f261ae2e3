import type { Refusal } from '#domain/shared/outcome.ts'

/** Longest path, in characters. The store's own have up to about a hundred. */
const LONGEST_PATH = 2048

/** Most segments of a path. The store's deepest has seven. */
const MAX_SEGMENTS = 20

/**
 * Validates the raw path of a request before routing: the refusal, or null. Linear in
 * its length. Refused: address_too_long, malformed_address (an invalid escape, or bytes that are not UTF-8), not_found (an encoded
 * slash or NUL, an empty segment in the middle, or too many segments: no route has them, and two routers could read them differently).
 */
export function checkPath(path: string): Refusal | null {
  if (path.length > LONGEST_PATH)
    return { code: 'address_too_long', detail: `This address is longer than ${LONGEST_PATH} characters.` }
  // The pages' router matches every prefix of a path.
  if (path.includes('//') || path.split('/').length > MAX_SEGMENTS) return NOTHING_HERE
  if (!path.includes('%')) return null
  if (!path.split('/').every(isDecodable))
    return { code: 'malformed_address', detail: 'This address has a % that stands for no character.' }
  return /%2f|%5c|%00/i.test(path) ? NOTHING_HERE : null
}

const NOTHING_HERE: Refusal = { code: 'not_found', detail: 'There is nothing at this address.' }

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment)
    return true
  } catch {
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
 * A path for the log, in linear time. Email addresses are personal data, and the token of a reset link opens an
 * account: a segment is logged only if it looks like a word of ours.
 */
export function pathForLog(path: string): string {
  const segments = path.slice(0, LONGEST_PATH).split('/')
  return segments
    .map((segment, at) => {
      const isToken = segments[at - 1]?.toLowerCase() === 'reset-password'
      return !isToken && LOGGABLE.test(segment) && !SECRET.test(segment) ? segment : '{hidden}'
    })
    .join('/')
}
