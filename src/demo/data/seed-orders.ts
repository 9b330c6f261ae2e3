import type { Database } from '#db/connection.ts'
import { recordChange } from '#domain/audit/record-change.server.ts'
import type { SellerContent } from '#domain/documents/issue-document.server.ts'
import { issueInvoice } from '#domain/documents/issue-invoice.server.ts'
import { orderTotalCents } from '#domain/orders/order-total.ts'
import { type ProviderIntent, ProviderError } from '#domain/payments/payment-provider.ts'
import { readProviderAccount } from '#domain/payments/provider-account.server.ts'
import { PIECE } from '#domain/products/unit.ts'
import type { Shop } from '#domain/shop.ts'
import type { DemoOrder } from './demo-orders.ts'
import { demoProducts } from './demo-products.ts'
import { demoUsers } from './demo-users.ts'
import { subjectOf } from './subject-of.ts'

/** A demo payment that the simulator has charged. */
export type PaidIntent = Pick<ProviderIntent, 'id' | 'clientSecret'>

type NamedOrder = { id: string; paymentId: string; order: DemoOrder }

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
    amountCents: orderTotalCents(productOf(order).priceCents, order.quantity),
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

/** Stores a demo order with its ledger, audit rows and invoice, as far in the past as the demo data says. */
export async function insertDemoOrder(
  trx: Database,
  seed: NamedOrder & {
    products: Map<string, string>
    subjects: Map<string, string>
    intent: PaidIntent | undefined
    content: SellerContent
  },
): Promise<void> {
  const { id, paymentId, order, intent } = seed
  const product = productOf(order)
  const productId = seed.products.get(order.partNumber)
  const person = demoUsers.find(({ email }) => email === order.customer)
  if (!productId || !person) throw new Error(`Demo order of ${order.customer} names something unknown`)
  const placed = daysAgo(order.placedDaysAgo)
  const row = await trx
    .selectFrom('products')
    .select(['picture', 'name'])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  const deleted = order.deletedDaysAgo === undefined ? null : daysAgo(order.deletedDaysAgo)
  const totalCents = orderTotalCents(product.priceCents, order.quantity)
  const { number } = await trx
    .insertInto('orders')
    .values({
      id,
      product_id: productId,
      account_id: subjectOf(seed.subjects, order.customer),
      picture: row.picture,
      product_name: row.name,
      unit_price_cents: product.priceCents,
      quantity: order.quantity,
      unit: product.unit ?? PIECE,
      total_cents: totalCents,
      customer_name: person.name,
      customer_email: person.email,
      customer_phone: person.profile?.phone ?? '(217) 555-0100',
      customer_address: person.profile?.address ?? 'Counter pick-up',
      hold: intent ? 'sold' : deleted ? 'released' : 'held',
      // The background jobs release an expired hold.
      hold_expires_at: new Date(placed.getTime() + 86_400_000),
      placed_at: placed,
      paid_at: order.paidDaysAgo === undefined ? null : daysAgo(order.paidDaysAgo),
      transaction_id: intent?.id ?? null,
      shipped_at: order.shippedDaysAgo === undefined ? null : daysAgo(order.shippedDaysAgo),
      carrier: order.tracking?.carrier ?? null,
      tracking_number: order.tracking?.trackingNumber ?? null,
      deleted_at: deleted,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await insertMovements(trx, {
    id,
    productId,
    quantity: order.quantity,
    paid: Boolean(intent),
    deleted: Boolean(deleted),
  })
  await recordChange(trx, {
    actorId: null,
    action: 'seed_order',
    subject: `order:${id}`,
    after: { state: order.state, totalCents, number: Number(number) },
  })
  if (!intent) return
  await trx
    .insertInto('payments')
    .values({
      id: paymentId,
      order_id: id,
      amount_cents: totalCents,
      intent_id: intent.id,
      client_secret: intent.clientSecret,
      state: 'succeeded',
      checked_at: null,
      refund_state: null,
      confirmed_at: daysAgo(order.paidDaysAgo ?? 0),
    })
    .execute()
  await issueInvoice(trx, seed.content, id, daysAgo(order.paidDaysAgo ?? 0))
}

async function insertMovements(
  trx: Database,
  order: { id: string; productId: string; quantity: number; paid: boolean; deleted: boolean },
): Promise<void> {
  const { id, productId, quantity } = order
  const movement = { product_id: productId, order_id: id }
  await trx
    .insertInto('stock_movements')
    .values({ ...movement, kind: 'held', quantity: -quantity })
    .execute()
  if (order.paid)
    await trx
      .insertInto('stock_movements')
      .values({ ...movement, kind: 'sold', quantity: 0 })
      .execute()
  if (order.deleted) {
    await trx
      .insertInto('stock_movements')
      .values({ ...movement, kind: 'released', quantity })
      .execute()
    return
  }
  await trx
    .updateTable('products')
    .set((eb) => ({ available: eb('available', '-', quantity) }))
    .where('id', '=', productId)
    .execute()
}

function productOf(order: DemoOrder) {
  const product = demoProducts.find(({ partNumber }) => partNumber === order.partNumber)
  if (!product) throw new Error(`Demo order names an unknown part: ${order.partNumber}`)
  return product
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000)
}
