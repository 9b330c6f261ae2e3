/**
 * True for one plain email address that is safe in a mail header: no display name, no list, no line breaks,
 * at most 254 characters. Anything else could smuggle more recipients or headers into an email.
 */
export function isPlainAddress(to: string): boolean {
  return to.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(to)
}

/** @throws when `to` is not one plain address: a retry could never succeed. */
export function requirePlainAddress(to: string): void {
  if (!isPlainAddress(to)) throw new Error('An email must go to one plain email address')
}

/** An address that only its owner can recognize: "a…@example.com". */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}

/** A mail server's text without addresses and line breaks, shortened. */
export function maskReason(text: string, max = 300): string {
  const one = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, 2000)
    .replaceAll(/[^\s@<>]{1,64}@[^\s@<>]{1,255}/g, '…')
    .trim()
  return one.length > max ? `${one.slice(0, max - 1)}…` : one
}
