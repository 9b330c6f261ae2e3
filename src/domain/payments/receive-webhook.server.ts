import { databaseTime } from '#db/database-time.ts'
import { recordDecline } from './declines.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import { recordRefunds } from './record-refunds.server.ts'
import { sendRefund } from './send-refunds.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/**
 * Receives a webhook of the provider. Access: the holder of our signing secret. The event is only a hint: the
 * intent is read back from the provider.
 * @throws SignatureError; MalformedEventError; ProviderError when it cannot be read back: the provider then
 * redelivers the event.
 */
export async function receiveWebhook(
  shop: PaymentShop,
  rawBody: string,
  signature: string | undefined,
): Promise<void> {
  const now = async () => (await databaseTime(shop.db)).ms
  const event = await shop.payments.readWebhook(rawBody, signature, now)
  if (!event) return
  const { settlement } = await settlePayment(shop, await shop.payments.retrieveIntent(event.intentId))
  if (settlement === 'refund_due' || settlement === 'mismatch')
    await sendRefund(shop, { intentId: event.intentId })
  if (event.kind === 'refund') await recordRefunds(shop, event.intentId)
  if (event.kind === 'declined') await recordDecline(shop, event)
}
