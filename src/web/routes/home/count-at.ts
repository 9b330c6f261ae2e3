/** The value of a counter at `progress` (clamped to 0 … 1), eased out. */
export function countAt(from: number, to: number, progress: number): number {
  const passed = Math.min(1, Math.max(0, progress))
  return Math.round(from + (to - from) * (1 - (1 - passed) ** 3))
}
