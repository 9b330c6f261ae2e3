/** Reproducible random numbers: the same seed gives the same ones. */
export type Random = {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number from `least` to `max`. */
  between(least: number, max: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/**
 * @param seed any integer;
 * @param name one stream of it, so that one participant's number of draws does not affect the others.
 */
export function seededRandom(seed: number, name: string): Random {
  let state = Buffer.from(name).reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619), seed | 0)
  // mulberry32
  function next() {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, max: number) => least + Math.floor(next() * (max - least + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to pick from')
      return list[between(0, list.length - 1)] as T
    },
  }
}
