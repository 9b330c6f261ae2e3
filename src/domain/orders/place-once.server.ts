import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { CacheTag } from '../shared/cache-tags.ts'
import { type IdempotencyKey, runIdempotently } from '../shared/idempotency.server.ts'
import { ok, type Outcome } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'

/** What was stored: the response, and the changes of the stock, which are published after the commit. */
export type Placed<T> = { answer: T; changes: readonly CacheTag[] }

/**
 * Stores an order or a checkout once for its key, in a transaction, and counts how it ended.
 * @param inQueue waits for its turn, without a connection.
 * @throws OverloadedError when too many wait.
 */
export async function placeOnce<T extends object>(
  shop: Pick<Shop, 'db' | 'counters' | 'publishChange'>,
  viewer: Viewer,
  key: IdempotencyKey | null,
  inQueue: (run: () => Promise<Outcome<T>>) => Promise<Outcome<T>>,
  store: (trx: Database) => Promise<Outcome<Placed<T>>>,
): Promise<Outcome<T>> {
  let changes: readonly CacheTag[] = []
  const run = () =>
    runIdempotently(
      shop,
      viewer,
      key,
      async (trx) => {
        const stored = await store(trx)
        if (!stored.ok) return stored
        ;({ changes } = stored.value)
        return ok(stored.value.answer)
      },
      () => {
        shop.counters.orders.add('placed')
        for (const change of changes) shop.publishChange(change)
      },
    )
  const outcome = await inQueue(run)
  if (!outcome.ok) shop.counters.orders.add(outcome.refusal.code)
  return outcome
}
