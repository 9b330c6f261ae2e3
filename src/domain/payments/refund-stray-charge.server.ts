import { recordOnce } from '../audit/record-change.server.ts'
import type { ProviderIntent } from './payment-provider.ts'
import type { PaymentShop } from './payment-shop.ts'

/**
 * Refunds a charge of this store whose order is missing: placed after the restored backup, or lost in a
 * failover, so it has nothing that a row of refunds could hang on (decision 170). It is recorded in the audit
 * first, once; a refunded intent gets here again only if the bank returned the refund.
 * @throws ProviderError; the next reconciliation retries.
 */
export async function refundStrayCharge(shop: PaymentShop, intent: ProviderIntent): Promise<void> {
  const { id: intentId, amountCents, currency } = intent
  await recordOnce(shop.db, {
    actorId: null,
    action: 'refund_stray_charge',
    subject: `order:${intent.orderId ?? ''}`,
    after: { intentId, amountCents, currency },
  })
  await shop.payments.refund({ intentId, paymentId: intent.paymentId ?? '' })
}
