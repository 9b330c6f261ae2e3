import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long this process works before it serves other requests, in ms. */
const TURN_MS = 5

let pausedAt = 0

/**
 * Yields to other requests when they have waited for TURN_MS. Call it in steps that may repeat thousands of
 * times.
 */
export async function pauseIfDue(): Promise<void> {
  if (performance.now() - pausedAt < TURN_MS) return
  await nextTurn()
  pausedAt = performance.now()
}

/** The items of a loop that may repeat thousands of times, with pauses in which other requests are served. */
export async function* withPauses<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    await pauseIfDue()
    yield item
  }
}
