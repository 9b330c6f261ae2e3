import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import { databaseFailure, OverloadedError } from './database-failure.ts'

/**
 * Stops work of one key from using up all connections: at most `maxRunning` at a time, the rest waits in a
 * queue.
 * @throws OverloadedError when the queue is full, the client has too much in it or the wait is too long,
 * without starting the work; otherwise what the work throws (see `timeoutMessage`).
 */
export type Bulkhead = {
  /** @param client who asks, for `maxWaitingPerClient`: an address as returned by addressForLimits. */
  <T>(key: string, work: () => Promise<T>, client?: string): Promise<T>
  /** How much of all keys runs and waits now, and how much was refused since the start. */
  stats(): { running: number; waiting: number; refused: number }
}

type BulkheadLimits = {
  /** Concurrent work per key. */
  maxRunning: number
  /** Work per key that waits in the queue. */
  maxWaiting: number
  /** Work per key of one client that waits in the queue, so that no client fills it. Default: no limit. */
  maxWaitingPerClient?: number
  /** The longest wait in the queue, in ms. */
  maxWaitMs: number
  /** How long a place stays empty after work that took `tookMs`. */
  cooldownMs?: (tookMs: number) => number
  /** For work that waits for no lock: its statement timeouts become OverloadedErrors with this message. */
  timeoutMessage?: string
}

export function createBulkhead(limits: BulkheadLimits): Bulkhead {
  const newLane = () => ({
    limit: pLimit(limits.maxRunning),
    entries: 0,
    /** How to reject what waits, with its client; null for what starts at once. */
    waiting: new Map<(error: unknown) => void, string | null>(),
  })
  const lanes = new Map<string, ReturnType<typeof newLane>>()
  let refused = 0
  const refuse = () => {
    refused += 1
    return new OverloadedError('Too much work of this kind is running')
  }
  const bulkhead = async <T>(key: string, work: () => Promise<T>, client = '') => {
    const lane = lanes.get(key) ?? newLane()
    const mustWait = lane.entries >= limits.maxRunning
    const waitingOfClient = lane.waiting.values().filter((other) => other === client)
    if (
      lane.entries >= limits.maxRunning + limits.maxWaiting ||
      (mustWait && [...waitingOfClient].length >= (limits.maxWaitingPerClient ?? Infinity))
    )
      throw refuse()
    lanes.set(key, lane)
    lane.entries += 1
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    lane.waiting.set(reject, mustWait ? client : null)
    const late = setTimeout(() => {
      if (lane.waiting.delete(reject)) reject(refuse())
    }, limits.maxWaitMs)
    void lane.limit(async () => {
      clearTimeout(late)
      if (lane.waiting.delete(reject)) {
        const startedAt = performance.now()
        await work().then(resolve, (error: unknown) => {
          if (databaseFailure(error) !== 'busy') {
            reject(error)
            return
          }
          const reason = limits.timeoutMessage
            ? new OverloadedError(limits.timeoutMessage, { cause: error })
            : error
          reject(reason)
          // After a timeout, the queued work would only time out as well.
          for (const rejectWaiting of lane.waiting.keys()) rejectWaiting(reason)
          lane.waiting.clear()
        })
        const cooldownMs = limits.cooldownMs?.(performance.now() - startedAt) ?? 0
        if (cooldownMs > 0) await delay(cooldownMs)
      }
      lane.entries -= 1
      if (lane.entries === 0) lanes.delete(key)
    })
    return promise
  }
  return Object.assign(bulkhead, {
    stats() {
      let running = 0
      let waiting = 0
      for (const { limit } of lanes.values()) {
        running += limit.activeCount
        waiting += limit.pendingCount
      }
      return { running, waiting, refused }
    },
  })
}
