import type { Shop } from '../shop.ts'
import { recordDecline } from './declines.server.ts'
import { type ProviderEvent, ProviderError } from './payment-provider.ts'
import { recordEventsRead, readProviderAccount } from './provider-account.server.ts'
import { settlePayment } from './settle-payment.server.ts'
import { withConcurrency } from './with-concurrency.server.ts'

/** Events may become visible out of order, so the last minutes are read again. In ms. */
const OVERLAP_MS = 5 * 60_000
/** How far back a store reads the first time, in ms. */
const FIRST_LOOK_MS = 86_400_000

/**
 * Reads the provider's events since the last read: one call recovers lost webhooks and lost PATCHes, however
 * many payments are open. An event is only a hint: the intent is read back. Idempotent, in any number of
 * processes. Called by the background jobs.
 * @throws ProviderError; the next read starts where this one did, unless the provider only refuses to return
 * a single intent.
 */
export async function readEvents(shop: Shop): Promise<void> {
  const { events_read_till: till } = await readProviderAccount(shop.db)
  const since = new Date((till?.getTime() ?? Date.now() - FIRST_LOOK_MS) - OVERLAP_MS)
  const named = new Set<string>()
  const declined: ProviderEvent[] = []
  let newest: Date | null = null
  for await (const event of shop.payments.listEvents(since)) {
    if (newest === null || event.at > newest) newest = event.at
    if (!event.namesOrder) continue
    if (event.kind === 'declined') declined.push(event)
    else named.add(event.intentId)
  }
  try {
    await withConcurrency(await notClosed(shop, [...named]), async (intentId) => {
      await settlePayment(shop, await shop.payments.retrieveIntent(intentId))
    })
    await withConcurrency(declined, (event) => recordDecline(shop, event))
  } catch (error) {
    const isOneIntent = error instanceof ProviderError && error.kind === 'failed'
    if (isOneIntent && newest) await recordEventsRead(shop.db, newest)
    throw error
  }
  if (newest) await recordEventsRead(shop.db, newest)
}

/** Intents that are not closed in our database. */
async function notClosed(shop: Shop, intentIds: readonly string[]): Promise<string[]> {
  if (intentIds.length === 0) return []
  const closed = await shop.db
    .selectFrom('payments')
    .select('intent_id')
    .where('intent_id', 'in', intentIds)
    .where('state', 'in', ['succeeded', 'canceled'])
    .execute()
  const known = new Set(closed.map(({ intent_id: id }) => id))
  return intentIds.filter((id) => !known.has(id))
}
