/** The whole number a counter shows at `progress` (0 at its start, 1 at its end; beyond stays there): fast at first, then slower. */
export function countAt(from: number, to: number, progress: number): number {
  const passed = Math.min(1, Math.max(0, progress))
  return Math.round(from + (to - from) * (1 - (1 - passed) ** 3))
}
