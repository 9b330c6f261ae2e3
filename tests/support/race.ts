import { setTimeout as delay } from 'node:timers/promises'

/** The context of a round. */
export type Round = {
  /** 0 for the first; used to alternate the beginning of rounds. */
  number: number
  /** A whole number below `limit`, seeded per round. */
  pick: (limit: number) => number
  /**
   * Starts all contenders, each after a random delay of at most `spreadMs`, and returns their results in
   * order.
   */
  together: <T>(contenders: readonly (() => Promise<T>)[], spreadMs?: number) => Promise<T[]>
}

/**
 * Runs rounds of a race one after the other. A failure reports the seed: RACE_SEED repeats its delays.
 * @param rounds each starts with fresh data.
 */
export async function race(rounds: number, run: (round: Round) => Promise<void>): Promise<void> {
  const seed = Number(process.env['RACE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  for (let number = 0; number < rounds; number += 1) {
    const random = seededRandom(seed + number)
    try {
      await run({
        number,
        pick: (limit) => Math.floor(random() * limit),
        together(contenders, spreadMs = 10) {
          const delays = contenders.map(() => random() * spreadMs)
          return Promise.all(
            contenders.map(async (contend, i) => {
              await delay(delays[i])
              return contend()
            }),
          )
        },
      })
    } catch (error) {
      if (error instanceof Error) error.message = `RACE_SEED=${seed}, round ${number}: ${error.message}`
      throw error
    }
  }
}

/** A generator of numbers from 0 to below 1 that repeats them for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
