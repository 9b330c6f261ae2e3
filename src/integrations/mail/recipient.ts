/**
 * True for one plain e-mail address that is safe in a mail header: no display name, no list, no line breaks, at most 254 characters.
 * Anything else could smuggle further recipients or headers into a mail.
 */
export function isPlainAddress(to: string): boolean {
  return to.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(to)
}

/** @throws when `to` is not one plain address: a retry could never succeed. */
export function requirePlainAddress(to: string): void {
  if (!isPlainAddress(to)) throw new Error('A mail goes to one plain e-mail address')
}
