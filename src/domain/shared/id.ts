const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for text that can be an id at all; anything else is answered like a missing one. */
export function isId(text: string): boolean {
  return uuid.test(text)
}
