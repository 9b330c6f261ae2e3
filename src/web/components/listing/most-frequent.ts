/** The `max` choices with the most parts, plus the `chosen` one, in their original order. */
export function mostFrequent<Choice extends { name: string; count: number | null }>(
  choices: readonly Choice[],
  max: number,
  chosen = '',
): readonly Choice[] {
  const top = new Set(choices.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, max))
  return choices.filter((choice) => top.has(choice) || choice.name === chosen)
}
