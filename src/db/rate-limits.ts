import { hash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Limit, type LimitName, type LimitNumbers, limits, mostOf } from '#config/limits.ts'
import { type Counts, createCounts } from '#observe/counts.ts'
import type { Database } from './connection.ts'

/** Over the limit: how long to wait, in whole seconds. */
export type TooMany = { retryAfter: number }

/**
 * Counts by the rows of config/limits.ts. `subject` is what a row counts per, such as an address and an
 * e-mail.
 */
export type RateLimits = {
  /** Counts one event. Returns null, or the wait when over the limit. With `trx` it counts only if that transaction commits. */
  consume: (name: LimitName, subject: readonly string[], trx?: Database) => Promise<TooMany | null>
  /** The same result without counting. */
  check: (name: LimitName, subject: readonly string[]) => Promise<TooMany | null>
  /** Uncounts one event. */
  refund: (name: LimitName, subject: readonly string[]) => Promise<void>
  /** How often each limit has refused something in this process. */
  hits: Counts<LimitName>
}

type Limiter = RateLimiterMemory | RateLimiterPostgres

/** @param numbers the settings LIMIT_…. Counts of rows with `counted: 'process'` are in the returned object. */
export function createRateLimits(db: Database, numbers: LimitNumbers): RateLimits {
  const limiters = new Map<LimitName, Limiter>()
  const hits = createCounts<LimitName>()
  // One of them deletes expired rows for all.
  let cleared = false

  function limiterOf(name: LimitName): Limiter {
    const known = limiters.get(name)
    if (known) return known
    const inDatabase = limits[name].counted === 'database'
    const made = create(name, db, inDatabase && !cleared)
    cleared ||= inDatabase
    limiters.set(name, made)
    return made
  }

  function create(name: LimitName, store: Database, clearExpiredByTimeout: boolean): Limiter {
    const { counted, seconds }: Limit = limits[name]
    const base = { keyPrefix: name, points: mostOf(name, numbers), duration: seconds }
    if (counted === 'process') return new RateLimiterMemory(base)
    return new RateLimiterPostgres({
      ...base,
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

  return {
    async consume(name, subject, trx) {
      try {
        await (trx ? create(name, trx, false) : limiterOf(name)).consume(keyOf(subject))
        return null
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        hits.add(name)
        return tooMany(error)
      }
    },
    async check(name, subject) {
      const counted = await limiterOf(name).get(keyOf(subject))
      if (!counted || counted.consumedPoints < mostOf(name, numbers)) return null
      hits.add(name)
      return tooMany(counted)
    },
    async refund(name, subject) {
      await limiterOf(name).reward(keyOf(subject))
    },
    hits,
  }
}

/** Stored keys hold no e-mail or address. */
function keyOf(subject: readonly string[]): string {
  return hash('sha256', JSON.stringify(subject), 'base64url')
}

function tooMany(counted: RateLimiterRes): TooMany {
  return { retryAfter: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) }
}
