import { setTimeout as delay } from 'node:timers/promises'
import { SIMULATOR_KEY } from '../../tests/support/store-process.ts'
import type { ChaosDatabase } from './chaos-database.ts'
import type { ChaosStore } from './chaos-store.ts'
import { type Random, seededRandom } from './random.ts'

/** How often each fault was injected. */
export type Harm = {
  'store killed': number
  'store paused': number
  'database killed': number
  'database process killed': number
  'database connections cut': number
  'provider faults set': number
  'holds ended early': number
}

/** A fault of the same kind follows after this many requests, or at the latest after MAX_POLLS × 50 ms. */
const MIN_REQUESTS = 5
const MAX_POLLS = 400

/**
 * The provider's faults, a few times each. `error`, `lose-reply` and `slow-reply` affect the store, not the
 * browser.
 */
const PROVIDER_FAULTS = [
  'lose-webhook=4',
  'duplicate-webhook=4',
  'delay-webhook=1500,times=4',
  'delay-webhook=300,duplicate-webhook=5,times=5',
  'error=3,on=create|retrieve|cancel|refund',
  'lose-reply=3,on=create|retrieve|cancel|refund',
  'slow-reply=5500,times=2,on=create|retrieve|cancel',
  'delay=400,times=6',
  'nonsense=2,on=create|retrieve|cancel',
  'amount=2,on=create|retrieve',
]

/**
 * Breaks stores, database and provider until it is stopped: each participant has its own loop and random
 * stream. Each store and the database are killed first. `stop` ends it and repairs everything.
 */
export function startNemesis(use: {
  seed: number
  stores: readonly ChaosStore[]
  database: ChaosDatabase
  /** Requests done so far. */
  progress: () => number
}): { harm: Harm; stop(): Promise<void> } {
  const { stores, database } = use
  const harm: Harm = {
    'store killed': 0,
    'store paused': 0,
    'database killed': 0,
    'database process killed': 0,
    'database connections cut': 0,
    'provider faults set': 0,
    'holds ended early': 0,
  }
  const stopping = new AbortController()

  async function loop(
    name: string,
    [least, max]: [number, number],
    act: (random: Random) => Promise<keyof Harm | null>,
    first = act,
  ): Promise<void> {
    const random = seededRandom(use.seed, name)
    const rest = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
    count(await first(random))
    while (!stopping.signal.aborted) {
      const before = use.progress()
      await rest(random.between(least, max))
      // On a slow machine clients need time too: without progress a run proves nothing.
      for (
        let i = 0;
        i < MAX_POLLS && use.progress() < before + MIN_REQUESTS && !stopping.signal.aborted;
        i += 1
      )
        await rest(50)
      if (stopping.signal.aborted) return
      count(await act(random))
    }
  }

  function count(done: keyof Harm | null): void {
    if (done) harm[done] += 1
  }

  const breakStore = (store: ChaosStore) => async (random: Random) => {
    if (random.chance(0.75)) return killStore(store, random)
    await store.pause(random.between(50, 2_500))
    return 'store paused'
  }

  async function killStore(store: ChaosStore, random: Random): Promise<keyof Harm> {
    await store.kill()
    await delay(random.between(0, 300))
    await store.ensureStarted()
    return 'store killed'
  }

  async function breakDatabase(random: Random): Promise<keyof Harm | null> {
    // Mostly: a store needs its database during its whole start, and must get a chance.
    if (random.chance(0.8)) await Promise.all(stores.map((store) => store.started()))
    const what = random.next()
    if (what < 0.4) return killDatabase()
    if (what < 0.6) return (await database.killBackend()) ? 'database process killed' : null
    database.cut()
    return 'database connections cut'
  }

  async function killDatabase(): Promise<keyof Harm> {
    await database.kill()
    return 'database killed'
  }

  async function breakProvider(random: Random): Promise<keyof Harm | null> {
    const faults = random.pick(PROVIDER_FAULTS)
    return (await setFaults(random.pick(stores), faults)) ? 'provider faults set' : null
  }

  /** Expires the holds of some unpaid purchases while payments are in progress. */
  async function endHolds(): Promise<keyof Harm | null> {
    const ended = await database
      .query(
        `update orders set hold_expires_at = now() where purchase_id in
           (select id from orders where line = 1 and hold = 'held' and hold_expires_at > now() order by random() limit 3) returning id`,
      )
      .catch(() => [])
    return ended.length > 0 ? 'holds ended early' : null
  }

  const loops = Promise.all([
    ...stores.map((store, i) =>
      loop(`store ${i}`, [200, 1_500], breakStore(store), (by) => killStore(store, by)),
    ),
    loop('database', [600, 2_500], breakDatabase, killDatabase),
    loop('provider', [200, 900], breakProvider),
    loop('holds', [500, 1_500], endHolds),
  ])
  // Reported by `stop`.
  loops.catch(() => undefined)
  return {
    harm,
    async stop() {
      stopping.abort()
      await loops
      await Promise.all(stores.map((store) => store.ensureStarted()))
      for (const store of stores) while (!(await setFaults(store, ''))) await delay(100)
    },
  }
}

/** False when that store does not respond. */
async function setFaults(store: ChaosStore, faults: string): Promise<boolean> {
  try {
    const response = await fetch(`${store.url}/simulator/stripe/faults`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${SIMULATOR_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ faults }),
      signal: AbortSignal.timeout(2_000),
    })
    return response.ok
  } catch {
    return false
  }
}
