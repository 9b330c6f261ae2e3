/**
 * True for one plain email address that is safe in a mail header: no display name, no list, no line breaks, at most 254 characters.
 * Anything else could smuggle further recipients or headers into a mail.
 */
export function isPlainAddress(to: string): boolean {
  return to.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(to)
}

/** @throws when `to` is not one plain address: a retry could never succeed. */
export function requirePlainAddress(to: string): void {
  if (!isPlainAddress(to)) throw new Error('A mail goes to one plain email address')
}

/** An address of which only its owner learns more: "a…@example.com". */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}

/** A text of a mail server without the addresses and line breaks in it, and shortened. */
export function maskedReason(text: string, max = 300): string {
  const one = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, 2000)
    .replaceAll(/[^\s@<>]{1,64}@[^\s@<>]{1,255}/g, '…')
    .trim()
  return one.length > max ? `${one.slice(0, max - 1)}…` : one
}
