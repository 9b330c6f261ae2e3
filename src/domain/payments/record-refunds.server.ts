import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { RefundsTable } from '#db/schema/refunds.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { creditProviderRefund } from '../documents/credit-provider-refund.server.ts'
import type { SellerContent } from '../documents/issue-document.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { lockPurchase } from '../orders/order-queries.server.ts'
import { sum } from '../shared/money.ts'
import type { ProviderRefund } from './payment-provider.ts'
import type { PaymentShop } from './payment-shop.ts'
import { recordUnneeded } from './record-unneeded.server.ts'
import { refundKey } from './refund-key.ts'

/**
 * Reads back what the provider has refunded of the payment of a purchase, also in its dashboard, and whether
 * the payment is disputed. Records all of it with audit rows. A refund that was decided here is emailed to
 * its customer once it is done; what was refunded at the provider gets a credit note, and is emailed at once.
 * The store gets an email when either fails.
 * Any order and number of calls lead to the same state, in any number of processes. A charge that pays no
 * order changes nothing: the store refunds it itself (refund-payments.server.ts).
 * @throws ProviderError; an Error if other processes record refunds of it without a pause.
 */
export async function recordRefunds(shop: PaymentShop, intentId: string): Promise<void> {
  const content = await shop.content()
  // A reading that was overtaken by another process's is read again.
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const purchase = await findPaidBy(shop.db, intentId)
    if (!purchase) return recordUnneeded(shop, intentId)
    const charge = await shop.payments.retrieveCharge(intentId)
    // Not charged, or unknown to these keys: reconciliation reports that.
    if (!charge || charge.capturedCents === 0) return
    const disputed = purchase.disputed || charge.disputed
    // Always, since one that failed and another of its amount leave the sum as it was.
    const refunds = await shop.payments.listRefunds(intentId)
    const recorded = await shop.db
      .transaction()
      .execute((trx) => recordReading(trx, shop, { purchase, intentId, disputed, refunds, content }))
    if (recorded) return
  }
  throw new Error(`The refunds of ${intentId} changed during each of ${MAX_READINGS} readings`)
}

const MAX_READINGS = 10

type PaidPurchase = NonNullable<Awaited<ReturnType<typeof findPaidBy>>>

function findPaidBy(db: Database, intentId: string) {
  return (
    db
      .selectFrom('purchases')
      .innerJoin('orders', 'orders.id', 'purchases.id')
      .innerJoin('payments', 'payments.intent_id', 'orders.transaction_id')
      .select([
        'purchases.id',
        'purchases.total_cents',
        'purchases.refunded_cents',
        'disputed',
        'payments.id as payment_id',
      ])
      // As text: a Date has no microseconds.
      .select(sql<string | null>`purchases.refunded_at::text`.as('version'))
      // As its index has it.
      .where('line', '=', 1)
      .where('transaction_id', '=', intentId)
      .executeTakeFirst()
  )
}

type Reading = {
  purchase: PaidPurchase
  intentId: string
  disputed: boolean
  refunds: readonly ProviderRefund[]
  content: SellerContent
}

/** @returns false when the purchase's refunds have changed since it was read. */
async function recordReading(trx: Database, shop: PaymentShop, reading: Reading): Promise<boolean> {
  const { purchase, intentId, disputed, refunds, content } = reading
  const { id } = purchase
  await lockPurchase(trx, id)
  const now = await findPaidBy(trx, intentId)
  if (now?.version !== purchase.version || now.disputed !== purchase.disputed) return false
  if (disputed !== purchase.disputed) {
    await trx.updateTable('orders').set({ disputed }).where('purchase_id', '=', id).execute()
    await recordChange(trx, {
      actorId: null,
      action: 'dispute_payment',
      subject: `order:${id}`,
      after: { intentId },
    })
  }
  const rows = await trx
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', purchase.payment_id)
    .execute()
  const known = await recordKnownRefunds(trx, shop, reading, { rows, refunds })
  const given = refunds.filter(({ state }) => state !== 'failed').map(({ amountCents }) => amountCents)
  const after = Math.min(sum(given), purchase.total_cents)
  if (after !== known.refundedCents)
    await recordChangeAtProvider(trx, shop, reading, [known.refundedCents, after])
  if (after !== purchase.refunded_cents || known.hasChanged) await setRefunded(trx, purchase, after)
  // Last: they take numbers of documents.
  await addRefundsOfProvider(trx, content, purchase, { rows, refunds })
  return true
}

/** Stores what is refunded of a purchase, and the share of each of its orders. */
async function setRefunded(
  trx: Database,
  { id, total_cents: totalCents, refunded_cents: before }: PaidPurchase,
  after: number,
): Promise<void> {
  await trx
    .updateTable('purchases')
    .set({ refunded_cents: after, refunded_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  if (after === before) return
  await trx
    .updateTable('orders')
    .set({
      // Rounded down: an order is wholly refunded exactly when its purchase is.
      refunded_cents: sql<number>`(total_cents::bigint * ${after} / ${totalCents})::integer`,
      refunded_at: sql<Date>`clock_timestamp()`,
    })
    .where('purchase_id', '=', id)
    .execute()
}

/** What was refunded at the provider since; less of it only for refunds of before they had rows. */
async function recordChangeAtProvider(
  trx: Database,
  shop: PaymentShop,
  { purchase: { id }, intentId }: Reading,
  [before, after]: readonly [number, number],
): Promise<void> {
  const amountCents = Math.abs(after - before)
  const number = await recordChange(trx, {
    actorId: null,
    action: after > before ? 'refund_order' : 'refund_failed',
    subject: `order:${id}`,
    before: { refundedCents: before },
    after: { intentId, refundedCents: after, amountCents },
  })
  if (after > before)
    await addOrderMails(shop, trx, {
      orderId: id,
      kind: 'order_refunded',
      about: `${intentId}-${number}`,
      refund: { intentId, amountCents, ofOrder: true },
    })
}

type Known = { rows: readonly Selectable<RefundsTable>[]; refunds: readonly ProviderRefund[] }

/** How a state of the provider is called here, in the audit. */
const RECORDED = { pending: 'refund_pending', done: 'refund_done', failed: 'refund_failed' } as const

/**
 * Brings the refunds that have rows to their state at the provider.
 * @returns what is refunded of the purchase after these changes alone, in cents, and whether there were any.
 */
async function recordKnownRefunds(
  trx: Database,
  shop: PaymentShop,
  { purchase, intentId }: Reading,
  { rows, refunds }: Known,
): Promise<{ refundedCents: number; hasChanged: boolean }> {
  let { refunded_cents: refundedCents } = purchase
  const changed = rows.flatMap((row) => {
    const known = refunds.find(({ id, key }) => key === refundKey(row) || id === row.provider_id)
    return known && known.state !== row.state && row.state !== 'settled_otherwise' ? [{ row, known }] : []
  })
  // Failures first: at no moment is more given back than was paid.
  changed.sort((a, b) => Number(b.known.state === 'failed') - Number(a.known.state === 'failed'))
  for (const { row, known } of changed) {
    const [was, is] = [isGiven(row.state), isGiven(known.state)]
    const before = refundedCents
    const failure = known.failure ?? 'returned by the bank'
    refundedCents += (Number(is) - Number(was)) * row.amount_cents
    await trx
      .updateTable('refunds')
      .set({
        state: known.state,
        provider_id: known.id,
        ...(known.state === 'done' && { done_at: sql<Date>`clock_timestamp()` }),
        ...(known.state === 'failed' && { failure }),
      })
      .where('id', '=', row.id)
      .execute()
    // Its customer got an email when it was made at the provider.
    if (was && is && row.cause === 'provider' && row.attempt === 0) continue
    const about = await recordChange(trx, {
      actorId: null,
      action: RECORDED[known.state],
      subject: `order:${purchase.id}`,
      before: { refundedCents: before },
      after: {
        intentId,
        refundedCents,
        amountCents: row.amount_cents,
        refundId: row.id,
        ...(known.state === 'failed' && { failure }),
      },
    })
    const refund = { intentId, amountCents: row.amount_cents, ofOrder: true, cause: row.cause }
    if (known.state === 'done')
      await addOrderMails(shop, trx, {
        orderId: purchase.id,
        kind: 'order_refunded',
        about: `${intentId}-${about}`,
        refund,
      })
    if (known.state === 'failed')
      await addOrderMails(shop, trx, { orderId: purchase.id, kind: 'store_refund_failed', about, refund })
  }
  return { refundedCents, hasChanged: changed.length > 0 }
}

function isGiven(state: Selectable<RefundsTable>['state']): boolean {
  return state === 'pending' || state === 'done'
}

/**
 * Adds rows for refunds that were made at the provider, oldest first, each with a credit note. One that fails
 * later keeps it, and is owed like any other. A refund of the amount of one that has failed is that one, made
 * again: it was credited before.
 */
async function addRefundsOfProvider(
  trx: Database,
  content: SellerContent,
  purchase: PaidPurchase,
  { rows, refunds }: Known,
): Promise<void> {
  const unknown = refunds
    .filter(({ state }) => state !== 'failed')
    .filter(({ id, key }) => !rows.some((row) => row.provider_id === id || key?.startsWith(row.id)))
    .toReversed()
  let laterCents = sum(unknown.map(({ amountCents }) => amountCents))
  for (const { id, amountCents, state } of unknown) {
    laterCents -= amountCents
    const done = { state, done_at: state === 'done' ? sql<Date>`clock_timestamp()` : null, provider_id: id }
    const again = await trx
      .updateTable('refunds')
      .set({ ...done, attempt: sql`attempt + 1` })
      .where('id', '=', (failed) =>
        failed
          .selectFrom('refunds')
          .select('id')
          .where('payment_id', '=', purchase.payment_id)
          .where('state', '=', 'failed')
          .where('amount_cents', '=', amountCents)
          .orderBy('created_at')
          .orderBy('id')
          .limit(1),
      )
      .executeTakeFirst()
    if (again.numUpdatedRows > 0n) continue
    const added = await trx
      .insertInto('refunds')
      .values({
        ...done,
        purchase_id: purchase.id,
        payment_id: purchase.payment_id,
        amount_cents: amountCents,
        cause: 'provider',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const refund = { purchaseId: purchase.id, refundId: added.id, amountCents, laterCents }
    await creditProviderRefund(trx, content, refund)
  }
}
