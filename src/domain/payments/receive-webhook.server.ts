import { sql } from 'kysely'
import type { Shop } from '../shop.ts'
import { recordDecline } from './declines.server.ts'
import { refundPayments } from './refund-payments.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/**
 * Receives a webhook of the provider. Who may: the holder of our signing secret. The event is only a hint:
 * the intent is read back from the provider.
 * @throws BadSignature; ProviderProblem when it cannot be read back: the provider then redelivers the event.
 */
export async function receiveWebhook(
  shop: Shop,
  rawBody: string,
  signature: string | undefined,
): Promise<void> {
  const event = await shop.payments.readWebhook(rawBody, signature, () => databaseTime(shop))
  if (!event) return
  const { settlement } = await settlePayment(shop, await shop.payments.retrieveIntent(event.intentId))
  if (settlement === 'refund_due' || settlement === 'mismatch') await refundPayments(shop, event.intentId)
  if (event.kind === 'declined') await recordDecline(shop, event)
}

/** The database's clock, in ms since 1970: all processes share it, and a wrong clock of one machine refuses no webhook. */
async function databaseTime(shop: Shop): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(shop.db)
  return rows[0]?.ms ?? Date.now()
}
