import { hash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type LimitName, type LimitNumbers, limits, rateOf } from '#config/limits.ts'
import { type Counter, createCounter } from '#observe/counter.ts'
import type { Database } from './connection.ts'

/** How long to wait when over the limit, in whole seconds. */
export type TooMany = { retryAfter: number }

/**
 * Counts by the rows of config/limits.ts. `subject` is what a row counts per, such as an IP address and an
 * email.
 */
export type RateLimits = {
  /**
   * Counts one event. Returns null, or the wait when over the limit. With `trx` it counts only if that
   * transaction commits.
   */
  consume: (name: LimitName, subject: readonly string[], trx?: Database) => Promise<TooMany | null>
  /** The same result without counting. */
  check: (name: LimitName, subject: readonly string[]) => Promise<TooMany | null>
  /** Uncounts one event. */
  refund: (name: LimitName, subject: readonly string[]) => Promise<void>
  /**
   * Adds what was counted in memory to the counts in the database, and blocks subjects here that are over the
   * limit together with the other processes' counts. For a job. If the database does not respond, each
   * process keeps counting for itself.
   */
  share: () => Promise<void>
  /** How often each limit has refused something in this process. */
  hits: Counter<LimitName>
}

/** @param numbers the settings LIMIT_…. */
export function createRateLimits(db: Database, numbers: LimitNumbers): RateLimits {
  /** What was counted in memory since the last `share`. */
  let unshared = new Map<LimitName, Map<string, number>>()
  const hits = createCounter<LimitName>()

  const optionsOf = (name: LimitName) => {
    const { max, windowSeconds } = rateOf(name, numbers)
    return { keyPrefix: name, points: max, duration: windowSeconds }
  }

  const memoryOf = oncePerName((name) => new RateLimiterMemory(optionsOf(name)))
  // One instance deletes expired rows for all.
  const sharedOf = oncePerName((name, isFirst) => createShared(name, db, isFirst))

  const isInMemory = (name: LimitName) => limits[name].storage === 'memory'
  const limiterOf = (name: LimitName) => (isInMemory(name) ? memoryOf(name) : sharedOf(name))

  function createShared(name: LimitName, store: Database, clearExpiredByTimeout: boolean) {
    return new RateLimiterPostgres({
      ...optionsOf(name),
      // It expects a pg client: this adapter looks like one and uses the store's own connections.
      storeClient: {
        async query({ text, values }: { text: string; values: unknown[] }) {
          const { rows } = await store.executeQuery(CompiledQuery.raw(text, values))
          return { rows, rowCount: rows.length }
        },
      },
      storeType: 'client',
      schemaName: 'identity',
      tableName: 'attempt',
      tableCreated: true,
      clearExpiredByTimeout,
    })
  }

  function remember(name: LimitName, key: string) {
    const counts = unshared.get(name) ?? new Map<string, number>()
    unshared.set(name, counts)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }

  async function shareOne(name: LimitName, key: string, points: number) {
    try {
      await sharedOf(name).consume(key, points)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      await memoryOf(name).block(key, tooMany(error).retryAfter)
    }
  }

  return {
    async consume(name, subject, trx) {
      try {
        const key = keyOf(subject)
        const limiter = trx && !isInMemory(name) ? createShared(name, trx, false) : limiterOf(name)
        await limiter.consume(key)
        if (isInMemory(name)) remember(name, key)
        return null
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        hits.add(name)
        return tooMany(error)
      }
    },
    async check(name, subject) {
      const counted = await limiterOf(name).get(keyOf(subject))
      if (!counted || counted.consumedPoints < rateOf(name, numbers).max) return null
      hits.add(name)
      return tooMany(counted)
    },
    async refund(name, subject) {
      await limiterOf(name).reward(keyOf(subject))
    },
    async share() {
      const counts = unshared
      unshared = new Map()
      for (const [name, keys] of counts) for (const [key, points] of keys) await shareOne(name, key, points)
    },
    hits,
  }
}

/** Makes the limiter of a name at its first use. */
function oncePerName<T>(make: (name: LimitName, isFirst: boolean) => T): (name: LimitName) => T {
  const made = new Map<LimitName, T>()
  return (name) => {
    const limiter = made.get(name) ?? make(name, made.size === 0)
    made.set(name, limiter)
    return limiter
  }
}

/** Hashes a subject: stored keys contain no email or IP address. */
function keyOf(subject: readonly string[]): string {
  return hash('sha256', JSON.stringify(subject), 'base64url')
}

function tooMany(counted: RateLimiterRes): TooMany {
  return { retryAfter: Math.max(1, Math.ceil(counted.msBeforeNext / 1_000)) }
}
