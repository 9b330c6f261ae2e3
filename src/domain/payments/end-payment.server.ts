import { closePayment, type PaymentRow } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import { findOrCreateIntent } from './request-intent.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/**
 * Cancels an open payment at the provider, so that it can never be completed.
 * @returns `ended` when it is canceled or refunded; `paid` when it succeeded first; `busy` while the provider
 * is processing it.
 * @throws ProviderError when its state is unknown: then nothing was changed here.
 */
export async function endPayment(shop: PaymentShop, payment: PaymentRow): Promise<'ended' | 'paid' | 'busy'> {
  const intentId = payment.intent_id ?? (await findOrCreateIntent(shop, payment))?.id
  if (intentId === undefined) {
    await closePayment(shop.db, payment.id, null)
    return 'ended'
  }
  const { settlement } = await settlePayment(shop, await shop.payments.cancelIntent(intentId))
  if (settlement === 'paid' || settlement === 'was_paid') return 'paid'
  return settlement === 'open' ? 'busy' : 'ended'
}
