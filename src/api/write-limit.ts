import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Limits how often one account or one address may write. */
export type WriteLimit = {
  /** Counts one write of `who`; false when that was too many. `times` raises the limit, for addresses that many people share. */
  allows(who: string, times?: number): Promise<boolean>
}

/** @param perMinute writes per minute and account in this process. */
export function createWriteLimit(perMinute: number): WriteLimit {
  const limiters = new Map<number, RateLimiterMemory>()
  const limiter = (times: number) => {
    const known = limiters.get(times) ?? new RateLimiterMemory({ points: perMinute * times, duration: 60 })
    limiters.set(times, known)
    return known
  }
  return {
    async allows(who, times = 1) {
      try {
        await limiter(times).consume(who)
        return true
      } catch (error) {
        if (error instanceof RateLimiterRes) return false
        throw error
      }
    },
  }
}
