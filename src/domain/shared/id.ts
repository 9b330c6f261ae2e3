const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for a well-formed id; a malformed one is treated like a missing one. */
export function isId(text: string): boolean {
  return uuid.test(text)
}
