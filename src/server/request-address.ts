import type { Refusal } from '#domain/shared/outcome.ts'

/** Characters of a path at most. The longest that the store gives out has about a hundred. */
const LONGEST_PATH = 2048

/** Parts of a path at most. The deepest of ours has seven. */
const MAX_SEGMENTS = 20

/**
 * Looks at the path of an address, as it was sent, before any router does: what is wrong with it, or null. Takes time in proportion to
 * its length. Refused: address_too_long, malformed_address (an escape that is none, or bytes that are no UTF-8), not_found (an encoded
 * slash or NUL, an empty part in the middle, or very many parts: nothing of ours is there, and two routers could read it in two ways).
 */
export function checkPath(path: string): Refusal | null {
  if (path.length > LONGEST_PATH)
    return { code: 'address_too_long', detail: `This address is longer than ${LONGEST_PATH} characters.` }
  // The router of the pages looks for each beginning of a path.
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

/** The path of a URL as it was sent, without its query: `c.req.path` is decoded in part. */
export function sentPath(url: string): string {
  const begin = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.slice(begin).search(/[?#]/)
  return end < 0 ? url.slice(begin) : url.slice(begin, begin + end)
}

/** A part of a path that may stand in the log: a word of an address or one of our ids. */
const LOGGABLE = /^[\w.~+-]{0,40}$/
/** No word has so many letters and digits in a row: a token has, and so has what somebody pasted. */
const SECRET = /\w{20}/

/**
 * A path for the log, in time proportional to its length. E-mail addresses are personal data, and the token of a reset link opens an
 * account: a part is written down only where it looks like a word of ours.
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
