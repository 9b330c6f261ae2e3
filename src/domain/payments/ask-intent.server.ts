import type { Shop } from '../shop.ts'
import type { ProviderIntent } from './payment-provider.ts'
import { noteIntent, type PaymentRow } from './payment-queries.server.ts'

/**
 * Asks the provider for the intent of a payment: reads it back, or asks for it when its id was never learned.
 * A lost answer does no harm: asking again with the payment's own key names the same intent.
 * @throws ProviderProblem
 */
export async function askIntent(
  shop: Shop,
  payment: Pick<PaymentRow, 'id' | 'order_id' | 'intent_id' | 'amount_cents'>,
): Promise<ProviderIntent> {
  if (payment.intent_id) return shop.payments.retrieveIntent(payment.intent_id)
  const intent = await shop.payments.createIntent({
    paymentId: payment.id,
    orderId: payment.order_id,
    amountCents: payment.amount_cents,
    description: `Driveline order ${payment.order_id}`,
  })
  await noteIntent(shop.db, payment.id, intent)
  return intent
}
