import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import type { DeclineLimit } from '../shop-rules.ts'
import { endPayment } from './end-payment.server.ts'
import type { ProviderEvent } from './payment-provider.ts'
import { selectOpenPayments } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'

/** The account and order that declined cards count against. */
type Payer = { orderId: string; accountId: string }

/**
 * Counts a declined card, once per event, whether by webhook or from the provider's list. At a limit, the
 * open payments of this order or customer are canceled at the provider, against testing of stolen cards.
 * @throws ProviderError when one could not be canceled; delivering the event again retries.
 */
export async function recordDecline(shop: PaymentShop, event: ProviderEvent): Promise<void> {
  const payer = await shop.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id as orderId', 'account_id as accountId'])
    .where('intent_id', '=', event.intentId)
    .executeTakeFirst()
  if (!payer) return
  const inserted = await shop.db
    .insertInto('payment_declines')
    .values({ event_id: event.id, order_id: payer.orderId, account_id: payer.accountId, at: event.at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  if (inserted) shop.counters.payments.add('declined')
  const wait = await secondsToWait(shop, payer)
  if (wait.order === 0 && wait.account === 0) return
  const payments = await selectOpenPayments(shop.db)
    .where('account_id', '=', payer.accountId)
    .$if(wait.account === 0, (open) => open.where('orders.id', '=', payer.orderId))
    .execute()
  for (const payment of payments) await endPayment(shop, payment)
}

/** The refusal for an order or customer with too many declined cards, or null. */
export async function refuseAfterDeclines(shop: PaymentShop, payer: Payer): Promise<Outcome<never> | null> {
  const { order, account } = await secondsToWait(shop, payer)
  const retryAfter = Math.max(order, account)
  if (retryAfter === 0) return null
  const detail =
    account === 0
      ? 'Too many cards were declined for this order. Try again tomorrow, or write to us.'
      : 'Too many of your cards were declined today. Try again tomorrow, or write to us.'
  return refused('too_many_declines', detail, { retryAfter })
}

/** Seconds until the declines within the window are below the limit of the order, and of the account. */
async function secondsToWait({ db, rules }: PaymentShop, { orderId, accountId }: Payer) {
  return {
    order: await secondsLimited(db, 'order_id', orderId, rules.declinesPerOrder),
    account: await secondsLimited(db, 'account_id', accountId, rules.declinesPerAccount),
  }
}

async function secondsLimited(
  db: Database,
  whose: 'order_id' | 'account_id',
  id: string,
  { max, windowSeconds }: DeclineLimit,
): Promise<number> {
  const window = sql`${windowSeconds} * interval '1 second'`
  const last = await db
    .selectFrom('payment_declines')
    .select(sql<number>`ceil(extract(epoch from at + ${window} - now()))::int`.as('seconds'))
    .where(whose, '=', id)
    .where('at', '>', sql<Date>`now() - ${window}`)
    .orderBy('at', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  return last ? Math.max(1, last.seconds) : 0
}
