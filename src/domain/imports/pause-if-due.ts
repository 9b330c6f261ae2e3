import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long this process works before it serves others, in ms. */
const TURN_MS = 5

let pausedAt = 0

/** Lets other requests of the store go first if they have waited for a moment. For each step of what may be repeated thousands of times. */
export async function pauseIfDue(): Promise<void> {
  if (performance.now() - pausedAt < TURN_MS) return
  await nextTurn()
  pausedAt = performance.now()
}
