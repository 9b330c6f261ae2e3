import { setTimeout as delay } from 'node:timers/promises'

/** A page or list that a visitor requested. `at`: ms of the run; status 0: no response. */
export type Visit = { at: number; path: string; status: number }

const TIMEOUT_MS = 10_000
const EVERY_MS = 200

/** Requests public pages and lists, one after another, until it is aborted, and records the responses. */
export async function visit(use: {
  url: string
  visits: Visit[]
  now: () => number
  until: AbortSignal
}): Promise<void> {
  for (let i = 0; !use.until.aborted; i += 1) {
    const path = ['/', `/products?limit=${(i % 20) + 1}`, '/reviews', '/parts'][i % 4] ?? '/'
    const at = use.now()
    const response = await fetch(use.url + path, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      () => null,
    )
    await response?.arrayBuffer().catch(() => undefined)
    use.visits.push({ at, path, status: response?.status ?? 0 })
    await delay(EVERY_MS)
  }
}
