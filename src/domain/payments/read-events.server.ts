import type { Shop } from '../shop.ts'
import { withConcurrency } from './with-concurrency.server.ts'
import { recordDecline } from './declines.server.ts'
import { type ProviderEvent, ProviderProblem } from './payment-provider.ts'
import { recordEventsRead, readProviderAccount } from './provider-account.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/** An event may become visible after one that is dated later: the last minutes are read again, in ms. */
const OVERLAP_MS = 5 * 60_000
/** How far back the first look of a store goes, in ms. */
const FIRST_LOOK_MS = 86_400_000

/**
 * Reads what happened at the provider since the last look: heals lost webhooks and lost PATCHes by one call, however many payments are
 * open. What an event says is only a hint: the intent is read back. Repeatable, in any number of processes. Called by the sweeper.
 * @throws ProviderProblem; the next look begins where this one did, unless the provider only refuses to show a single intent.
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
    const isOneIntent = error instanceof ProviderProblem && error.kind === 'failed'
    if (isOneIntent && newest) await recordEventsRead(shop.db, newest)
    throw error
  }
  if (newest) await recordEventsRead(shop.db, newest)
}

/** Those that our books do not know as closed. */
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
