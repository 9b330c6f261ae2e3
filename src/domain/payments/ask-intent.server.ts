import type { Shop } from '../shop.ts'
import type { ProviderIntent } from './payment-provider.ts'
import { noteIntent, type PaymentRow } from './payment-queries.server.ts'

/** Payments that this process is asking for just now, by their id. */
const underWay = new Map<string, Promise<ProviderIntent>>()

/**
 * Asks the provider for the intent of a payment: reads it back, or asks for it when its id was never learned.
 * A lost answer does no harm: asking again with the payment's own key names the same intent. Whoever asks while the same
 * payment is being asked for waits for that answer: providers refuse a key that is in use, and a customer who presses many
 * times must not look like a provider that fails.
 * @throws ProviderProblem
 */
export function askIntent(
  shop: Shop,
  payment: Pick<PaymentRow, 'id' | 'order_id' | 'intent_id' | 'amount_cents'>,
): Promise<ProviderIntent> {
  if (payment.intent_id) return shop.payments.retrieveIntent(payment.intent_id)
  const known = underWay.get(payment.id)
  if (known) return known
  const asking = create(shop, payment).finally(() => underWay.delete(payment.id))
  underWay.set(payment.id, asking)
  return asking
}

async function create(
  shop: Shop,
  payment: Pick<PaymentRow, 'id' | 'order_id' | 'amount_cents'>,
): Promise<ProviderIntent> {
  const intent = await shop.payments.createIntent({
    paymentId: payment.id,
    orderId: payment.order_id,
    amountCents: payment.amount_cents,
    description: `Driveline order ${payment.order_id}`,
  })
  await noteIntent(shop.db, payment.id, intent)
  return intent
}
