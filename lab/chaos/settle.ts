import { setTimeout as delay } from 'node:timers/promises'
import type { ChaosDatabase } from './chaos-database.ts'
import { countUnsettled } from './read-store-state.ts'

const HEAL_WITHIN_MS = 60_000

/**
 * Waits until nothing is unsettled.
 * @returns the time; null when a minute was not enough.
 */
export async function settle(database: Pick<ChaosDatabase, 'query'>): Promise<number | null> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < HEAL_WITHIN_MS) {
    if ((await countUnsettled(database)) === 0) return performance.now()
    await delay(100)
  }
  return null
}
