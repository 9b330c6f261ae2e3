/** Names up to this length are too short to tell them from other programs' settings. */
const SHORT_NAME_LENGTH = 4
/** From this length on, two wrong characters still count as a misspelling; in shorter names, one does. */
const LONG_NAME_LENGTH = 8

/**
 * Warnings for environment variables that look like misspelled settings, each with the nearest name. Values
 * are not examined.
 * @param names every setting, including `<name>_FILE`.
 */
export function misspelledSettings(
  env: Record<string, string | undefined>,
  names: readonly string[],
): string[] {
  const known = new Set(names)
  const warnings: string[] = []
  for (const [given, value] of Object.entries(env)) {
    if (value === undefined || value === '' || known.has(given) || given.length <= SHORT_NAME_LENGTH) continue
    const nearest = nearestName(given.toUpperCase(), names)
    if (nearest !== null)
      warnings.push(`${shown(given)} is not a setting of the store and is ignored: did you mean ${nearest}?`)
  }
  return warnings
}

/** The name at the smallest distance that counts as a misspelling, or null. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const allowed = given.length >= LONG_NAME_LENGTH ? 2 : 1
  let best: { name: string; distance: number } | null = null
  for (const name of names) {
    if (name.length <= SHORT_NAME_LENGTH || Math.abs(name.length - given.length) > allowed) continue
    const distance = editDistance(given, name)
    if (distance <= allowed && (best === null || distance < best.distance)) best = { name, distance }
  }
  return best?.name ?? null
}

/** Insertions, deletions, replacements, and swaps of two neighbors that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/** Masks and shortens a name, which may contain anything that a shell accepts. */
function shown(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '?').slice(0, 60)
}
