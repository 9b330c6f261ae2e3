import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { type AssertHeld, underLease } from '#db/lease.ts'
import { recordOnce } from '../audit/record-change.server.ts'
import { findChargeOwner } from './adopt-charge.server.ts'
import { type DifferenceKind, compareCharge } from './payment-difference.ts'
import { type ProviderCharge, type ProviderIntent, ProviderError } from './payment-provider.ts'
import { findPaymentOfIntent } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import { recordComparison, readProviderAccount } from './provider-account.server.ts'
import { recordRefunds } from './record-refunds.server.ts'
import { findUnneeded } from './record-unneeded.server.ts'
import { refundStrayCharge } from './refund-stray-charge.server.ts'
import { sendDueRefunds } from './send-refunds.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/** How far back payments are reconciled. A charge missed once is checked again for this many days. */
const LOOKBACK_DAYS = 7

/** A difference between our database and the provider. `subject` as in the audit. Amounts in cents. */
type Difference = {
  action: `difference_${DifferenceKind}`
  subject: `order:${string}` | `intent:${string}`
  ours: { state: string; amountCents: number } | null
  theirs: { intentId: string; capturedCents: number; refundedCents: number; currency: string }
}

/**
 * Reconciles our payments with the provider's, once a day for all processes together and immediately after a
 * restore. A charge that we lack is adopted or refunded, refunds are recorded, and an intent that only the
 * provider has is canceled. Called by the background jobs.
 * @returns the differences left for an operator; null when it is not due, or another process holds the lease.
 * @throws ProviderError; the next call retries.
 */
export async function reconcilePayments(shop: PaymentShop): Promise<Difference[] | null> {
  if (!(await isDue(shop.db))) return null
  return underLease(shop.db, 'reconcile', async (assertHeld) =>
    // Another process may have finished first.
    (await isDue(shop.db)) ? reconcileNow(shop, assertHeld) : null,
  )
}

/** A restored database must be reconciled, regardless of its own last run. */
async function isDue(db: Database): Promise<boolean> {
  const { compare_from: restored } = await readProviderAccount(db)
  if (restored) return true
  const done = await db
    .selectFrom('reconciliations')
    .select('id')
    .where('finished_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()
  return done === undefined
}

async function reconcileNow(shop: PaymentShop, assertHeld: AssertHeld): Promise<Difference[]> {
  const { compare_from: restored } = await readProviderAccount(shop.db)
  const since = new Date(Math.min(Date.now() - LOOKBACK_DAYS * 86_400_000, restored?.getTime() ?? Infinity))
  const { id } = await shop.db
    .insertInto('reconciliations')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow()
  await cancelStrayIntents(shop, since, assertHeld)
  const { compared, differences } = await compareCharges(shop, since, assertHeld)
  assertHeld()
  // Once for each kind of difference and intent, however often it is found.
  for (const { action, subject, ours, theirs } of differences)
    await recordOnce(shop.db, {
      actorId: null,
      action,
      subject,
      ...(ours && { before: ours }),
      after: theirs,
    })
  await shop.db
    .updateTable('reconciliations')
    .set({ finished_at: sql<Date>`clock_timestamp()`, compared, differences: JSON.stringify(differences) })
    .where('id', '=', id)
    .execute()
  if (restored) await recordComparison(shop.db, restored)
  return differences
}

/** An intent of ours that is not open in our database could still be paid with its client secret. */
async function cancelStrayIntents(shop: PaymentShop, since: Date, assertHeld: AssertHeld): Promise<void> {
  for await (const intent of shop.payments.listIntents(since)) {
    assertHeld()
    if (intent.state === 'succeeded' || intent.state === 'canceled') continue
    const payment = await findPaymentOfIntent(shop.db, intent)
    if (payment ? payment.state !== 'canceled' : (await findChargeOwner(shop.db, intent)) !== 'ours') continue
    await settlePayment(shop, await shop.payments.cancelIntent(intent.id))
  }
}

/**
 * Compares every charge and refund of the provider since then, and every payment of ours that succeeded since
 * then.
 */
async function compareCharges(
  shop: PaymentShop,
  since: Date,
  assertHeld: AssertHeld,
): Promise<{ compared: number; differences: Difference[] }> {
  const compared = new Set<string>()
  const differences: Difference[] = []
  const recheck = async (intentId: string) => {
    const difference = await settleOrReport(shop, intentId)
    if (difference) differences.push(difference)
  }
  for await (const charge of shop.payments.listCharges(since)) {
    assertHeld()
    compared.add(charge.intent.id)
    const ours = await findOurRecord(shop.db, charge.intent)
    if (compareCharge(charge, ours) !== 'agrees') await recheck(charge.intent.id)
  }
  for (const intentId of await succeededSince(shop.db, since)) {
    assertHeld()
    if (compared.has(intentId)) continue
    compared.add(intentId)
    await recheck(intentId)
  }
  return { compared: compared.size, differences }
}

/**
 * Reads both sides again: a payment in progress is not a difference. A charge missing from our database is
 * settled.
 * @returns the difference left for an operator.
 */
async function settleOrReport(shop: PaymentShop, intentId: string): Promise<Difference | null> {
  const charge = await shop.payments.retrieveCharge(intentId)
  const ours = await findOurRecord(shop.db, charge?.intent ?? { ...NO_METADATA, id: intentId })
  let verdict = compareCharge(charge, ours)
  if (verdict === 'settle' && charge) verdict = await settleCharge(shop, charge)
  if (verdict === 'record_refunds') {
    await recordRefunds(shop, intentId)
    return null
  }
  if (verdict === 'agrees' || verdict === 'settle') return null
  const { payment } = ours
  return {
    action: `difference_${verdict}`,
    subject: payment ? `order:${payment.order_id}` : `intent:${intentId}`,
    ours: payment ? { state: payment.state, amountCents: payment.amount_cents } : null,
    theirs: {
      intentId,
      capturedCents: charge?.capturedCents ?? 0,
      refundedCents: charge?.refundedCents ?? 0,
      currency: charge?.intent.currency ?? 'usd',
    },
  }
}

/**
 * A refund that the provider refuses permanently is left for an operator; it must not stop the
 * reconciliation.
 */
async function settleCharge(
  shop: PaymentShop,
  { intent }: ProviderCharge,
): Promise<'agrees' | 'unknown_charge'> {
  try {
    const { settlement } = await settlePayment(shop, intent)
    if (settlement === 'refund_due' || settlement === 'mismatch')
      await sendDueRefunds(shop, { intentId: intent.id })
    // It is ours, and its order is missing.
    if (settlement === 'unknown') await refundStrayCharge(shop, intent)
    return 'agrees'
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'failed') return 'unknown_charge'
    throw error
  }
}

/** For an intent that the provider does not have. */
const NO_METADATA = { orderId: null, paymentId: null, storeId: null }

async function findOurRecord(
  db: Database,
  intent: Pick<ProviderIntent, 'id' | 'orderId' | 'paymentId' | 'storeId'>,
) {
  const payment = await findPaymentOfIntent(db, intent)
  const order = await db
    .selectFrom('purchases')
    .innerJoin('orders', 'orders.id', 'purchases.id')
    .select(['purchases.refunded_cents', 'disputed'])
    .where('line', '=', 1)
    .where('transaction_id', '=', intent.id)
    .executeTakeFirst()
  const unneeded = payment && (await findUnneeded(db, intent.id))
  return {
    payment,
    refund: unneeded?.state,
    order,
    owner: payment ? ('ours' as const) : await findChargeOwner(db, intent),
  }
}

async function succeededSince(db: Database, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('intent_id')
    .where('state', '=', 'succeeded')
    .where('created_at', '>=', since)
    .execute()
  return rows.flatMap(({ intent_id: intentId }) => intentId ?? [])
}
