import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** How long a request waits for a connection, in ms. */
export const CONNECT_TIMEOUT_MS = 5_000
/** How long to wait before growing again after the server had no connection left, in ms. */
const GROW_AGAIN_MS = 10_000
/** Interval between attempts of a pool without any connection, in ms. */
const TRY_AGAIN_MS = 100
/** PostgreSQL's code for too many connections to the server, the database or of the role. */
const TOO_MANY_CONNECTIONS = '53300'

/** When each connection was opened, and when one last reached a read-only server; performance.now(). */
const openedAt = new WeakMap<pg.ClientBase, number>()
let readOnlyAt = 0

export function recordOpened(client: pg.ClientBase): void {
  openedAt.set(client, performance.now())
}

/**
 * Records that a server is read-only, such as after a failover: every connection opened before now may lead
 * to it, and is closed.
 */
export function recordReadOnly(): void {
  readOnlyAt = performance.now()
}

type OnConnected = Parameters<pg.Pool['connect']>[0]

/**
 * A pool that continues with its connections when the server has none left for a new one: queries then wait
 * for the existing ones. It closes connections to a server that has become read-only. Covers `connect`, with
 * and without a callback, and `query`.
 */
export class StorePool extends pg.Pool {
  readonly #max = this.options.max

  override connect(): Promise<pg.PoolClient>
  /** The callback form that `pool.query` uses. */
  override connect(callback: OnConnected): void
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | void {
    const connecting = this.#connectOrWait()
    if (!callback) return connecting
    /* oxlint-disable promise/no-callback-in-promise -- pg passes its own callback */
    connecting.then(
      (client) => callback(undefined, client, (destroy) => client.release(destroy)),
      (error: Error) => callback(error, undefined, () => undefined),
    )
    /* oxlint-enable promise/no-callback-in-promise */
  }

  async #connectOrWait(): Promise<pg.PoolClient> {
    const startedAt = performance.now()
    for (;;) {
      try {
        const client = await super.connect()
        if ((openedAt.get(client) ?? 0) >= readOnlyAt) return client
        client.release(true)
      } catch (error) {
        const tooMany = error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS
        if (!tooMany || performance.now() - startedAt > CONNECT_TIMEOUT_MS) throw error
        this.#stopGrowing()
        if (this.totalCount === 0) await delay(TRY_AGAIN_MS)
      }
    }
  }

  #stopGrowing(): void {
    if (this.options.max === this.#max)
      setTimeout(() => (this.options.max = this.#max), GROW_AGAIN_MS).unref()
    this.options.max = Math.max(1, this.totalCount)
  }
}
