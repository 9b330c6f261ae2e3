import { recordChange } from '../audit/record-change.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { lockPurchase } from '../orders/order-queries.server.ts'
import { ProviderError } from './payment-provider.ts'
import type { PaymentShop } from './payment-shop.ts'
import { recordRefunds } from './record-refunds.server.ts'
import { refundKey } from './refund-key.ts'
import { withConcurrency } from './with-concurrency.server.ts'

const REFUNDS_PER_ROUND = 20

/** Which refund is sent: this one, or that of a charge that pays no purchase. */
type Which = { id?: string; intentId?: string }

/**
 * Sends a refund at once, so that its customer need not wait for the next round. While the provider cannot be
 * reached, or another process sends it, it stays due.
 */
export async function sendRefund(shop: PaymentShop, which: Which): Promise<void> {
  try {
    await shop.payments.withTimeout(() => sendDueRefunds(shop, which))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
}

/**
 * Sends the refunds that are due to the card provider, oldest first: of parts of purchases, and of charges
 * that pay none. Called after settling and by the background jobs.
 * @param only sends this one, or that of this charge.
 * @throws ProviderError while it cannot be reached; the next round continues. One that it refuses has failed.
 */
export async function sendDueRefunds(shop: PaymentShop, { id, intentId }: Which = {}): Promise<void> {
  const due = await shop.db
    .selectFrom('refunds as r')
    .innerJoin('payments as y', 'y.id', 'r.payment_id')
    .select(['r.id', 'r.attempt', 'r.amount_cents', 'r.purchase_id', 'r.cause', 'y.intent_id'])
    .select('y.id as payment_id')
    .where('r.state', '=', 'due')
    .$if(id !== undefined, (query) => query.where('r.id', '=', id ?? ''))
    .$if(intentId !== undefined, (query) => query.where('y.intent_id', '=', intentId ?? ''))
    .orderBy('r.created_at')
    .limit(REFUNDS_PER_ROUND)
    .execute()
  await withConcurrency(due, async (refund) => {
    const { intent_id: intentId, cause } = refund
    if (intentId === null) return
    const key = refundKey(refund)
    try {
      // The provider forgets keys after a day: an attempt of before is looked for.
      const sent = (await shop.payments.listRefunds(intentId)).some((known) => known.key === key)
      if (!sent) {
        const amountCents =
          cause === 'no_order' ? await leftOfCharge(shop, { ...refund, intentId }) : refund.amount_cents
        if (amountCents > 0) await shop.payments.refundPart({ intentId, amountCents, key })
      }
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'failed') throw error
      await recordRefusal(shop, refund, causeOf(error))
      return
    }
    await recordRefunds(shop, intentId)
  })
}

/**
 * What is left of a charge that pays no purchase, in cents. What was captured is given back, whatever the
 * provider said when the charge was settled.
 */
async function leftOfCharge(
  shop: PaymentShop,
  { id, payment_id: paymentId, intentId }: { id: string; payment_id: string; intentId: string },
): Promise<number> {
  const charge = await shop.payments.retrieveCharge(intentId)
  if (!charge || charge.capturedCents === 0)
    throw new ProviderError('failed', 'The card provider has no such charge.')
  const { capturedCents } = charge
  await shop.db.transaction().execute(async (trx) => {
    const captured = { amount_cents: capturedCents }
    await trx.updateTable('payments').set(captured).where('id', '=', paymentId).execute()
    await trx.updateTable('refunds').set(captured).where('id', '=', id).execute()
  })
  return capturedCents - charge.refundedCents
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
