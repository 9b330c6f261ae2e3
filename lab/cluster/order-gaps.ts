/** A span of time, in ms of the run. */
export type Span = { from: number; to: number }

/**
 * The longest time between two acknowledged orders that touches a span: how long customers could not order
 * because of the fault.
 * @param acknowledgedAt when orders were acknowledged, in any order.
 * @returns null when none was acknowledged before or none after the span's beginning.
 */
export function longestGap(acknowledgedAt: readonly number[], during: Span): Span | null {
  const times = acknowledgedAt.toSorted((a, b) => a - b)
  let longest: Span | null = null
  for (const [i, to] of times.entries()) {
    const from = times[i - 1]
    if (from === undefined || to < during.from || from > during.to) continue
    if (!longest || to - from > longest.to - longest.from) longest = { from, to }
  }
  return longest
}
