import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'

/** One row that could not be changed, and why. */
type BulkFailure = { name: string; reason: string }

/**
 * Summarizes a bulk action: `2 orders shipped, 1 could not be: Brake Pads. This order is not
 * paid yet.` Rows that failed for the same reason are grouped. `past` is the verb, such as "shipped".
 */
export function bulkSummary(
  nouns: readonly [one: string, many: string],
  past: string,
  done: number,
  failures: readonly BulkFailure[],
): string {
  const counted = `${formatCountOf(done, ...nouns)} ${past}`
  if (failures.length === 0) return counted
  const byReason = Map.groupBy(failures, ({ reason }) => reason)
  const reasons = [...byReason].map(([reason, of]) => `${shortList(of.map(({ name }) => name))}. ${reason}`)
  return `${counted}, ${formatCount(failures.length)} could not be: ${reasons.join(' ')}`
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${formatCount(names.length - 3)} more` : shown
}
