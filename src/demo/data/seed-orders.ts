import type { Database } from '#db/connection.ts'
import { recordChange } from '#domain/audit/record-change.server.ts'
import type { SellerContent } from '#domain/documents/issue-document.server.ts'
import { issueInvoice } from '#domain/documents/issue-invoice.server.ts'
import { PIECE } from '#domain/products/unit.ts'
import type { Shop } from '#domain/shop.ts'
import { type DemoOrder, shippedOf, stateOf } from './demo-order.ts'
import { demoUsers } from './demo-users.ts'
import type { NamedOrder, PaidIntent } from './pay-demo-order.ts'
import { demoProduct, demoTotalCents } from './price-demo-order.ts'
import { insertDemoPurchase } from './seed-purchases.ts'
import { subjectOf } from './subject-of.ts'

type Seed = NamedOrder & {
  products: Map<string, string>
  subjects: Map<string, string>
  intent: PaidIntent | undefined
  vehicles: Shop['vehicles']
}

/** Stores a demo order with its ledger and audit rows, as far in the past as the demo data says. */
export async function insertDemoOrder(trx: Database, seed: Seed): Promise<void> {
  const { id, paymentId, order, intent } = seed
  const person = demoUsers.find(({ email }) => email === order.customer)
  if (!person) throw new Error(`The demo data name an unknown customer: ${order.customer}`)
  const totalCents = demoTotalCents(order)
  const now = Date.now()
  const placed = daysBefore(now, order.placedDaysAgo)
  const paid = daysBefore(now, order.paidDaysAgo)
  const deleted = daysBefore(now, order.deletedDaysAgo)
  const { products, vehicles } = seed
  const { lines, checkout } = order
  const purchased = checkout
    ? await insertDemoPurchase(trx, { id, lines, checkout, customer: person, products, vehicles })
    : [{ id }]
  const orderIds = new Map<string, string>()
  for (const [at, { partNumber, quantity }] of lines.entries()) {
    const shipped = shippedOf(order, partNumber)
    const last = order.parcels?.findLast(({ pieces }) => pieces.some(([of]) => of === partNumber))
    const product = demoProduct(partNumber)
    const productId = products.get(partNumber) ?? ''
    const { picture } = await trx
      .selectFrom('products')
      .select('picture')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
    const line = await trx
      .insertInto('orders')
      .values({
        product_id: productId,
        account_id: subjectOf(seed.subjects, order.customer),
        picture,
        product_name: product.name,
        unit_price_cents: product.priceCents,
        quantity,
        unit: product.unit ?? PIECE,
        total_cents: product.priceCents * quantity,
        customer_name: person.name,
        customer_email: person.email,
        customer_phone: person.profile?.phone ?? '(217) 555-0100',
        customer_address: person.profile?.address ?? 'Counter pick-up',
        hold: intent ? 'sold' : deleted ? 'released' : 'held',
        // The background jobs release an expired hold.
        hold_expires_at: new Date(placed.getTime() + 86_400_000),
        placed_at: placed,
        paid_at: paid,
        transaction_id: intent?.id ?? null,
        shipped_at: shipped === quantity ? daysBefore(now, last?.shippedDaysAgo) : null,
        shipped_quantity: shipped,
        deleted_at: deleted,
        ...purchased[at],
      })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
    await insertMovements(trx, {
      id: line.id,
      productId,
      quantity,
      paid: Boolean(intent),
      deleted: Boolean(deleted),
    })
    orderIds.set(partNumber, line.id)
    if (at > 0) continue
    await recordChange(trx, {
      actorId: null,
      action: 'seed_order',
      subject: `order:${id}`,
      after: { state: stateOf(order), totalCents, number: Number(line.number) },
    })
  }
  await insertParcels(trx, id, { parcels: order.parcels ?? [], orderIds, now })
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
      confirmed_at: paid,
    })
    .execute()
}

async function insertParcels(
  trx: Database,
  purchaseId: string,
  {
    parcels,
    orderIds,
    now,
  }: { parcels: NonNullable<DemoOrder['parcels']>; orderIds: ReadonlyMap<string, string>; now: number },
): Promise<void> {
  for (const [at, { shippedDaysAgo, tracking, pieces }] of parcels.entries()) {
    const { id } = await trx
      .insertInto('shipments')
      .values({
        purchase_id: purchaseId,
        position: at + 1,
        shipped_at: daysBefore(now, shippedDaysAgo),
        carrier: tracking.carrier,
        tracking_number: tracking.trackingNumber,
        created_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('shipment_lines')
      .values(
        pieces.map(([partNumber, quantity]) => ({
          shipment_id: id,
          order_id: orderIds.get(partNumber) ?? '',
          quantity,
        })),
      )
      .execute()
  }
}

/** Issues the invoices of the demo orders that are paid, in the order of their payments. */
export async function issueDemoInvoices(
  trx: Database,
  content: SellerContent,
  orders: readonly NamedOrder[],
): Promise<void> {
  const paid = orders.flatMap(({ id, order: { paidDaysAgo } }) =>
    paidDaysAgo === undefined ? [] : [{ id, paidDaysAgo }],
  )
  for (const { id, paidDaysAgo } of paid.toSorted((a, b) => b.paidDaysAgo - a.paidDaysAgo))
    await issueInvoice(trx, content, id, daysBefore(Date.now(), paidDaysAgo))
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

function daysBefore(now: number, days: number): Date
function daysBefore(now: number, days: number | undefined): Date | null
function daysBefore(now: number, days: number | undefined): Date | null {
  return days === undefined ? null : new Date(now - days * 86_400_000)
}
