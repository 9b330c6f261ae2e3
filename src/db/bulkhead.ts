import pLimit from 'p-limit'
import { databaseFailure, OverloadedError } from './database-failure.ts'

/**
 * Stops work of one key from using up all connections: at most `maxRunning` at a time, the rest waits in a
 * queue. Clients take turns: one with much work waits for its own, not the others for it.
 * @param client whose work it is: an address as returned by addressForLimits; work without one has no share.
 * @throws OverloadedError when the queue or the client's share of it is full or the wait is too long, without
 * starting the work; otherwise what the work throws (see `timeoutMessage`).
 */
export type Bulkhead = {
  <T>(key: string, work: () => Promise<T>, client?: string): Promise<T>
  /** How much of all keys runs and waits now, and how much was refused since the start. */
  stats(): { running: number; waiting: number; refused: number }
}

type BulkheadLimits = {
  /** Concurrent work per key. */
  maxRunning: number
  /** Work per key that waits in the queue. */
  maxWaiting: number
  /** Work per key and client that waits in the queue; default: as much as the queue has. */
  maxWaitingPerClient?: number
  /** The longest wait in the queue, in ms. */
  maxWaitMs: number
  /**
   * After a timeout, the work of the same key that waited behind it is refused with the same error: it would
   * wait just as long for the same lock.
   */
  failsTogether?: boolean
  /** For work that waits for no lock: its statement timeouts become OverloadedErrors with this message. */
  timeoutMessage?: string
}

export function createBulkhead(limits: BulkheadLimits): Bulkhead {
  const { maxRunning, maxWaiting, maxWaitingPerClient = maxWaiting } = limits
  const newQueue = () => ({ limit: pLimit(maxRunning), entries: 0 })
  const newLane = () => ({
    ...newQueue(),
    clients: new Map<string, ReturnType<typeof newQueue>>(),
    /** The last timeout: how much work had come by then. */
    timeout: null as { arrivals: number; error: unknown } | null,
    arrivals: 0,
  })
  const lanes = new Map<string, ReturnType<typeof newLane>>()
  let refused = 0
  const refuse = () => {
    refused += 1
    return new OverloadedError('Too much work of this kind is running')
  }
  const bulkhead = async <T>(key: string, work: () => Promise<T>, client?: string) => {
    const lane = lanes.get(key) ?? newLane()
    // A client has as much work in the lane's queue as may run; the rest waits in a queue of its own.
    const own = client === undefined ? undefined : (lane.clients.get(client) ?? newQueue())
    if (lane.entries >= maxRunning + maxWaiting) throw refuse()
    if (own && own.entries >= maxRunning + maxWaitingPerClient) throw refuse()
    lanes.set(key, lane)
    lane.entries += 1
    const arrival = (lane.arrivals += 1)
    if (own && client !== undefined) {
      lane.clients.set(client, own)
      own.entries += 1
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      reject(refuse())
    }, limits.maxWaitMs)
    const run = async () => {
      clearTimeout(late)
      if (lane.timeout && arrival <= lane.timeout.arrivals) reject(lane.timeout.error)
      else if (!isLate) {
        await work().then(resolve, (error: unknown) => {
          const isTimeout = databaseFailure(error) === 'busy'
          if (isTimeout && limits.failsTogether) lane.timeout = { arrivals: lane.arrivals, error }
          const message = isTimeout && limits.timeoutMessage
          reject(message ? new OverloadedError(message, { cause: error }) : error)
        })
      }
      lane.entries -= 1
      if (lane.entries === 0) lanes.delete(key)
      if (!own || client === undefined) return
      own.entries -= 1
      if (own.entries === 0) lane.clients.delete(client)
    }
    void (own ? own.limit(() => lane.limit(run)) : lane.limit(run))
    return promise
  }
  return Object.assign(bulkhead, {
    stats() {
      let running = 0
      let waiting = 0
      for (const { limit, entries } of lanes.values()) {
        running += limit.activeCount
        waiting += Math.max(0, entries - limit.activeCount)
      }
      return { running, waiting, refused }
    },
  })
}
