/**
 * A wait as text: `40 seconds`, `3 minutes`, `2 hours`; rounded up.
 * @param seconds whole seconds.
 */
export function formatWait(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
