import { setTimeout as delay } from 'node:timers/promises'
import { withClient } from './with-client.ts'

export type Outage = ReturnType<typeof watchOutage>

/** Timeout of an attempt, in ms. */
const TRY_TIMEOUT_MS = 1_500
/** Interval between attempts while the database is down, in ms. */
const TRY_AGAIN_MS = 200
/** How long after a successful attempt a failure triggers no other attempt, in ms. */
const KNOWN_MS = 200

/**
 * Watches whether the database is reachable. Connects only after a failure, then until the database is back.
 * @param url the URL that the store's statements use.
 * @param onChange called when an outage begins and ends.
 */
export function watchOutage(url: string, onChange: (isDown: boolean) => void) {
  let since: number | null = null
  let reachedAt = -Infinity
  let checking: Promise<number | null> | null = null
  const stopping = new AbortController()

  async function checkNow(): Promise<number | null> {
    const triedAt = Date.now()
    // A single connection may break by itself. A server that does not respond is tried once.
    const isThere =
      (await isReachable(url)) || (Date.now() - triedAt < TRY_TIMEOUT_MS / 2 && (await isReachable(url)))
    if (isThere) reachedAt = performance.now()
    else if (since === null && !stopping.signal.aborted) {
      since = triedAt
      onChange(true)
      void awaitEnd()
    }
    return since
  }

  async function awaitEnd(): Promise<void> {
    do {
      // `stop` ends the wait by a rejection; the loop then ends, too.
      await delay(TRY_AGAIN_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
    } while (!stopping.signal.aborted && !(await isReachable(url)))
    since = null
    reachedAt = performance.now()
    if (!stopping.signal.aborted) onChange(false)
  }

  return {
    /** When the outage began (ms since 1970); null while, as far as this process knows, there is none. */
    since: () => since,
    /** Tries to reach the database now, on its own connection. Resolves to `since`. Never rejects. */
    check(): Promise<number | null> {
      if (since !== null || performance.now() - reachedAt < KNOWN_MS) return Promise.resolve(since)
      checking ??= checkNow().finally(() => (checking = null))
      return checking
    },
    stop: () => stopping.abort(),
  }
}

function isReachable(connectionString: string): Promise<boolean> {
  const config = {
    connectionString,
    application_name: 'driveline-outage',
    connectionTimeoutMillis: TRY_TIMEOUT_MS,
    query_timeout: TRY_TIMEOUT_MS,
  }
  return withClient(config, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )
}
