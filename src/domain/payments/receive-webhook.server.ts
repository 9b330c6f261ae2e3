import type { Shop } from '../shop.ts'
import { refundPayments } from './refund-payments.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/**
 * Takes a webhook of the provider. Who may: whoever signed it with our secret. What it says is only a hint:
 * the intent is read back from the provider.
 * @throws BadSignature; ProviderProblem when it cannot be read back: the provider sends the event again.
 */
export async function receiveWebhook(
  shop: Shop,
  rawBody: string,
  signature: string | undefined,
): Promise<void> {
  const event = await shop.payments.readWebhook(rawBody, signature)
  if (!event) return
  const settlement = await settlePayment(shop, await shop.payments.retrieveIntent(event.intentId))
  if (settlement === 'refund_due') await refundPayments(shop)
}
