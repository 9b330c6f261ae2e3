import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Outcome } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { endPayment } from './end-payment.server.ts'
import type { ProviderEvent } from './payment-provider.ts'

/** Whose declined cards are counted. */
type Payer = { orderId: string; accountId: string }

/**
 * Counts a declined card, once per event, by webhook and when read back alike. With the last one that is allowed, the payments that this
 * customer could go on with are canceled at the provider: somebody who tries out stolen numbers needs no more help from us.
 * @throws ProviderProblem when one could not be canceled; the same event again does it.
 */
export async function recordDecline(shop: Shop, event: ProviderEvent): Promise<void> {
  const payer = await shop.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id as orderId', 'account_id as accountId'])
    .where('intent_id', '=', event.intentId)
    .executeTakeFirst()
  if (!payer) return
  await shop.db
    .insertInto('payment_declines')
    .values({ event_id: event.id, order_id: payer.orderId, account_id: payer.accountId, at: event.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const limited = await findLimits(shop, payer)
  if (limited.order === null && limited.account === null) return
  const open = await shop.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('payments')
    .where('state', 'in', ['creating', 'live'])
    .where(
      limited.account === null ? 'orders.id' : 'account_id',
      '=',
      limited.account === null ? payer.orderId : payer.accountId,
    )
    .execute()
  for (const payment of open) await endPayment(shop, payment)
}

/** Refuses an order, or a customer, of whom too many cards were declined within a day; null when not. */
export async function refuseAfterDeclines(shop: Shop, payer: Payer): Promise<Outcome<never> | null> {
  const { order, account } = await findLimits(shop, payer)
  const seconds = Math.max(order ?? 0, account ?? 0)
  if (seconds === 0) return null
  const detail =
    account === null
      ? 'Too many cards were declined for this order. Try again tomorrow, or write to us.'
      : 'Too many of your cards were declined today. Try again tomorrow, or write to us.'
  return { ok: false, refusal: { code: 'too_many_declines', detail, retryAfter: seconds } }
}

/** Seconds until fewer than the allowed cards were declined within a day; null when that is so now. */
async function findLimits(
  shop: Shop,
  payer: Payer,
): Promise<{ order: number | null; account: number | null }> {
  const { declinesPerOrder, declinesPerAccount } = shop.rules
  return {
    order: await secondsLimited(shop.db, 'order_id', payer.orderId, declinesPerOrder),
    account: await secondsLimited(shop.db, 'account_id', payer.accountId, declinesPerAccount),
  }
}

async function secondsLimited(
  db: Database,
  whose: 'order_id' | 'account_id',
  id: string,
  allowed: number,
): Promise<number | null> {
  const last = await db
    .selectFrom('payment_declines')
    .select(sql<number>`ceil(extract(epoch from at + interval '1 day' - now()))::int`.as('seconds'))
    .where(whose, '=', id)
    .where('at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('at', 'desc')
    .offset(allowed - 1)
    .limit(1)
    .executeTakeFirst()
  return last ? Math.max(1, last.seconds) : null
}
