import { type ProviderIntent, ProviderError } from '#domain/payments/payment-provider.ts'
import { readProviderAccount } from '#domain/payments/provider-account.server.ts'
import type { Shop } from '#domain/shop.ts'
import type { DemoOrder } from './demo-order.ts'
import { demoTotalCents } from './price-demo-order.ts'

/** A demo payment that the simulator has charged. */
export type PaidIntent = Pick<ProviderIntent, 'id' | 'clientSecret'>

/** `id`: that of its first part. */
export type NamedOrder = { id: string; paymentId: string; order: DemoOrder }

/**
 * Pays a demo order at the card simulator, over its own protocol, as a browser would with the good test card.
 */
export async function payDemoOrder(
  shop: Shop,
  ownUrl: string,
  { id, paymentId, order }: NamedOrder,
): Promise<PaidIntent> {
  const intent = await shop.payments.createIntent({
    paymentId,
    attempt: 0,
    orderId: id,
    storeId: (await readProviderAccount(shop.db)).store_id,
    amountCents: demoTotalCents(order),
    description: `Driveline order ${id}`,
  })
  const body = new URLSearchParams({
    key: shop.payments.browser.publishableKey,
    client_secret: intent.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 3),
    'payment_method_data[card][cvc]': '123',
  })
  const base = `${ownUrl}${shop.payments.browser.apiBase ?? ''}`
  const response = await fetch(`${base}/v1/payment_intents/${intent.id}/confirm`, { method: 'POST', body })
  if (!response.ok)
    throw new ProviderError(
      response.status >= 500 ? 'unavailable' : 'failed',
      `The card simulator did not accept a demo payment (${response.status})`,
    )
  return intent
}
