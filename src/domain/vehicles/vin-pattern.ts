/** The facts that a pattern states about matching vehicles. */
export type VinElement = 'model' | 'class' | 'displacement' | 'cylinders' | 'fuel'

/**
 * A pattern of one of vPIC's schemas. `keys` are positions 4 to 8, then | and 10 to 17; the value of a model
 * is `MAKE\tModel`, that of a class a truck's: 1500 to 4500, or 150 to 350 HD.
 */
export type VinPattern = { schema: number; element: VinElement; keys: string; value: string }

/** The part of a VIN that patterns match. */
export function vinKey(vin: string): string {
  return `${vin.slice(3, 8)}|${vin.slice(9)}`
}

/** Whether the key begins with the pattern: * is any character, # a digit, [A-CX] one of a set. */
export function matchesKeys(keys: string, key: string): boolean {
  let at = 0
  for (let position = 0; position < keys.length; position += 1) {
    const wanted = keys[position] ?? ''
    const character = key[at] ?? ''
    if (character === '') return false
    if (wanted === '[') {
      const end = keys.indexOf(']', position)
      if (end < 0 || !inSet(keys.slice(position + 1, end), character)) return false
      position = end
    } else if (wanted === '#' ? !/\d/.test(character) : wanted !== '*' && wanted !== character) return false
    at += 1
  }
  return true
}

function inSet(set: string, character: string): boolean {
  for (let at = 0; at < set.length; at += 1) {
    if (set[at + 1] === '-' && at + 2 < set.length) {
      if ((set[at] ?? '') <= character && character <= (set[at + 2] ?? '')) return true
      at += 2
    } else if (set[at] === character) return true
  }
  return false
}

/** How many characters a pattern fixes: one of a set counts half. */
function exactness(keys: string): number {
  const sets = keys.match(/\[[^[\]]*\]/g)?.length ?? 0
  const named = keys.replaceAll(/\[[^[\]]*\]|[*|]/g, '').length
  return named + sets / 2
}

/** The most exact pattern for this element; undefined when the most exact ones disagree. */
export function agreedPattern(patterns: readonly VinPattern[], element: VinElement): VinPattern | undefined {
  const ofElement = patterns.filter((pattern) => pattern.element === element)
  const max = Math.max(...ofElement.map(({ keys }) => exactness(keys)))
  const mostExact = ofElement.filter(({ keys }) => exactness(keys) === max)
  return new Set(mostExact.map(({ value }) => value)).size === 1 ? mostExact[0] : undefined
}
