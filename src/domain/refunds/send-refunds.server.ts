import { recordChange } from '../audit/record-change.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { lockPurchase } from '../orders/order-queries.server.ts'
import { ProviderError } from '../payments/payment-provider.ts'
import type { PaymentShop } from '../payments/payment-shop.ts'
import { recordRefunds } from '../payments/record-refunds.server.ts'
import { refundKey } from '../payments/refund-key.ts'
import { withConcurrency } from '../payments/with-concurrency.server.ts'

const REFUNDS_PER_ROUND = 20

/**
 * Sends this refund at once, so that its customer need not wait for the next round. While the provider cannot
 * be reached it stays due.
 */
export async function sendRefund(shop: PaymentShop, refundId: string): Promise<void> {
  try {
    await shop.payments.withTimeout(() => sendDueRefunds(shop, refundId))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
}

/**
 * Sends the refunds that are due to the card provider, oldest first. Called by the background jobs.
 * @param onlyId sends only this one.
 * @throws ProviderError; the next round continues.
 */
export async function sendDueRefunds(shop: PaymentShop, onlyId?: string): Promise<void> {
  const due = await shop.db
    .selectFrom('refunds as r')
    .innerJoin('payments as y', 'y.id', 'r.payment_id')
    .select(['r.id', 'r.attempt', 'r.amount_cents', 'r.purchase_id', 'y.intent_id'])
    .where('r.state', '=', 'due')
    .$if(onlyId !== undefined, (query) => query.where('r.id', '=', onlyId ?? ''))
    .orderBy('r.created_at')
    .limit(REFUNDS_PER_ROUND)
    .execute()
  await withConcurrency(due, async (refund) => {
    const { intent_id: intentId, amount_cents: amountCents } = refund
    if (intentId === null) return
    const key = refundKey(refund)
    try {
      // The provider forgets keys after a day: an attempt of before is looked for.
      const sent = (await shop.payments.listRefunds(intentId)).some((known) => known.key === key)
      if (!sent) await shop.payments.refundPart({ intentId, amountCents, key })
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'failed') throw error
      await recordRefusal(shop, refund, causeOf(error))
      return
    }
    await recordRefunds(shop, intentId)
  })
}

function causeOf(error: ProviderError): string {
  return error.cause instanceof Error ? error.cause.message.slice(0, 500) : error.message
}

/** The provider has refused the refund: an admin decides what happens. */
async function recordRefusal(
  shop: PaymentShop,
  refund: { id: string; attempt: number; amount_cents: number; purchase_id: string },
  failure: string,
): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    await lockPurchase(trx, refund.purchase_id)
    const failed = await trx
      .updateTable('refunds')
      .set({ state: 'failed', failure })
      .where('id', '=', refund.id)
      .where('state', '=', 'due')
      .where('attempt', '=', refund.attempt)
      .returning('id')
      .executeTakeFirst()
    if (!failed) return
    const about = await recordChange(trx, {
      actorId: null,
      action: 'refund_refused',
      subject: `order:${refund.purchase_id}`,
      after: { refundId: refund.id, amountCents: refund.amount_cents, failure },
    })
    await addOrderMails(shop, trx, { orderId: refund.purchase_id, kind: 'store_refund_failed', about })
  })
}
