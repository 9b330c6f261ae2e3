import { boundedText } from './text.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * An id in a request, in lower case: PostgreSQL accepts either case, while cache tags, locks and ledgers
 * compare it as text. Any short text is valid; see isId.
 * @param missing the message for an absent id.
 */
export function idText(missing?: string) {
  return boundedText(100, { missing }).toLowerCase()
}

/** True for a well-formed id; a malformed one is treated like a missing one. */
export function isId(text: string): boolean {
  return uuid.test(text)
}
