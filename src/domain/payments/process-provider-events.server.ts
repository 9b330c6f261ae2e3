import { sql } from 'kysely'
import { recordDecline } from './declines.server.ts'
import { type ProviderEvent, ProviderError } from './payment-provider.ts'
import type { PaymentShop } from './payment-shop.ts'
import { recordEventsRead, readProviderAccount } from './provider-account.server.ts'
import { recordRefunds } from './record-refunds.server.ts'
import { withRetries } from './retry-alone.server.ts'
import { settlePayment } from './settle-payment.server.ts'
import { withConcurrency } from './with-concurrency.server.ts'

/** Events may become visible out of order, so the last minutes are read again. In ms. */
const OVERLAP_MS = 5 * 60_000
/** How far back a store reads the first time: a day. */
const FIRST_LOOKBACK_MS = 86_400_000

/**
 * Settles the intents of the provider's events since the last read, and records refunds and declined cards:
 * one call recovers lost webhooks and lost PATCHes, however many payments are open. An event is only a hint:
 * the intent is read back. Idempotent, in any number of processes. Called by the background jobs, and by a
 * payment after a declined card.
 * @throws ProviderError; the next read starts where this one did, unless the provider only refuses to return
 * a single intent.
 */
export async function processProviderEvents(shop: PaymentShop): Promise<void> {
  const { events_read_till: till } = await readProviderAccount(shop.db)
  const since = new Date((till?.getTime() ?? Date.now() - FIRST_LOOKBACK_MS) - OVERLAP_MS)
  const events: ProviderEvent[] = []
  for await (const event of shop.payments.listEvents(since)) events.push(event)
  const [newest] = events
  if (!newest) return
  const refunded = await findOurIntents(
    shop,
    events.filter(({ kind }) => kind === 'refund'),
  )
  const named = events.filter(({ namesOrder }) => namesOrder)
  const declined = named.filter(({ kind }) => kind === 'declined')
  const others = named.filter(({ kind }) => kind === 'charged' || kind === 'other')
  const settlements = (await findUnclosedIntents(shop, others)).map((intentId) => async () => {
    await settlePayment(shop, await shop.payments.retrieveIntent(intentId))
  })
  // A refused reading is repeated (recheckPayments), since its event is not read again.
  const refunds = refunded.map(
    (payment) => () =>
      withRetries(shop, [payment], async ({ intentId }) => {
        // Its order may not be known as paid yet.
        await settlePayment(shop, await shop.payments.retrieveIntent(intentId))
        await recordRefunds(shop, intentId)
      }),
  )
  const declines = declined.map((event) => () => recordDecline(shop, event))
  try {
    // All in one: a refused intent must not keep declines from being counted.
    await withConcurrency([...settlements, ...refunds, ...declines], (work) => work())
  } catch (error) {
    const isOneIntent = error instanceof ProviderError && error.kind === 'failed'
    if (isOneIntent) await recordEventsRead(shop.db, newest.at)
    throw error
  }
  await recordEventsRead(shop.db, newest.at)
}

/** The intents of these events that are not closed in our database, or not settled if they are charged. */
async function findUnclosedIntents(shop: PaymentShop, events: readonly ProviderEvent[]): Promise<string[]> {
  const ids = events.map(({ intentId }) => intentId)
  const charged = events.map(({ kind }) => kind === 'charged')
  const { rows } = await sql<{ id: string }>`
    select distinct event.id from unnest(${ids}::text[], ${charged}::boolean[]) as event (id, charged)
    where not exists (
      select from payments where intent_id = event.id and (state = 'succeeded' or state = 'canceled' and not event.charged))`.execute(
    shop.db,
  )
  return rows.map(({ id }) => id)
}

/** Our payments of these events. */
async function findOurIntents(
  shop: PaymentShop,
  events: readonly ProviderEvent[],
): Promise<{ id: string; intentId: string }[]> {
  if (events.length === 0) return []
  const rows = await shop.db
    .selectFrom('payments')
    .select(['id', 'intent_id as intentId'])
    .where('intent_id', 'in', [...new Set(events.map(({ intentId }) => intentId))])
    .execute()
  return rows.flatMap(({ id, intentId }) => (intentId === null ? [] : { id, intentId }))
}
