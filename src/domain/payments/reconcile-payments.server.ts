import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { isId } from '../id.ts'
import type { Shop } from '../shop.ts'
import type { ProviderIntent } from './payment-provider.ts'
import { findPaymentOfIntent, type PaymentRow } from './payment-queries.server.ts'
import { type DifferenceKind, judgeCharge } from './payment-difference.ts'
import { refundPayments } from './refund-payments.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/** How far back the books are compared. A charge that was missed once is looked at again this many days. */
const DAYS = 7

/** A payment on which our books and the provider's do not agree. `subject` as in the audit. Amounts in cents. */
export type Difference = {
  action: `difference_${DifferenceKind}`
  subject: string
  ours: { state: string; amountCents: number } | null
  theirs: { intentId: string; capturedCents: number; refundedCents: number; currency: string }
}

/**
 * Compares our books with the provider's, once a day for all processes together. Called by the sweeper.
 * @returns the differences that people must look at; null when it is not time, or another process is at it.
 * @throws ProviderProblem; it is tried again at the next call.
 */
export async function reconcileDaily(shop: Shop): Promise<Difference[] | null> {
  if (await doneToday(shop.db)) return null
  // The lock belongs to this connection: it ends with it, however the process does.
  return shop.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(hashtext('driveline.reconcile')) as mine`.execute(connection)
    if (!rows[0]?.mine) return null
    try {
      return (await doneToday(connection)) ? null : await reconcileNow(shop)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('driveline.reconcile'))`.execute(connection)
    }
  })
}

async function doneToday(db: Database): Promise<boolean> {
  const done = await db
    .selectFrom('reconciliations')
    .select('id')
    .where('finished_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()
  return done !== undefined
}

async function reconcileNow(shop: Shop): Promise<Difference[]> {
  const { id } = await shop.db
    .insertInto('reconciliations')
    .values({ finished_at: null, compared: null, differences: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { compared, differences } = await compareBooks(shop, new Date(Date.now() - DAYS * 86_400_000))
  for (const difference of differences) await noteDifference(shop.db, difference)
  await shop.db
    .updateTable('reconciliations')
    .set({ finished_at: sql<Date>`clock_timestamp()`, compared, differences: JSON.stringify(differences) })
    .where('id', '=', id)
    .execute()
  return differences
}

/** Every charge and refund of the provider since then, and every payment of ours that succeeded since then. */
async function compareBooks(
  shop: Shop,
  since: Date,
): Promise<{ compared: number; differences: Difference[] }> {
  const compared = new Set<string>()
  const differences: Difference[] = []
  const lookAgain = async (intentId: string) => {
    const difference = await settleOrTell(shop, intentId)
    if (difference) differences.push(difference)
  }
  for await (const charge of shop.payments.listCharges(since)) {
    compared.add(charge.intent.id)
    const ours = await ourSide(shop.db, charge.intent)
    if (judgeCharge(charge, ours) !== 'agrees') await lookAgain(charge.intent.id)
  }
  for (const intentId of await succeededSince(shop.db, since)) {
    if (compared.has(intentId)) continue
    compared.add(intentId)
    await lookAgain(intentId)
  }
  return { compared: compared.size, differences }
}

/**
 * Both sides are read once more: what came in meanwhile is no difference. A charge that only our books lack is settled.
 * @returns what is left for people.
 */
async function settleOrTell(shop: Shop, intentId: string): Promise<Difference | null> {
  const charge = await shop.payments.readCharge(intentId)
  const ours = await ourSide(shop.db, charge?.intent ?? { id: intentId, paymentId: null, orderId: null })
  let verdict = judgeCharge(charge, ours)
  if (verdict === 'settle' && charge) {
    const settlement = await settlePayment(shop, charge.intent)
    if (settlement === 'refund_due') await refundPayments(shop)
    verdict = settlement === 'mismatch' ? 'amount' : 'agrees'
  }
  if (verdict === 'agrees' || verdict === 'settle') return null
  const { payment, orderId } = ours
  return {
    action: `difference_${verdict}`,
    subject: orderId ? `order:${orderId}` : `intent:${intentId}`,
    ours: payment
      ? { state: payment.refund_state ?? payment.state, amountCents: payment.amount_cents }
      : null,
    theirs: {
      intentId,
      capturedCents: charge?.capturedCents ?? 0,
      refundedCents: charge?.refundedCents ?? 0,
      currency: charge?.intent.currency ?? 'usd',
    },
  }
}

/** What our books say about an intent: its payment, and the order that it names, with whether another payment has paid that. */
async function ourSide(
  db: Database,
  intent: Pick<ProviderIntent, 'id' | 'paymentId' | 'orderId'>,
): Promise<{ payment: PaymentRow | undefined; orderId: string | null; paidByAnother: boolean }> {
  const payment = await findPaymentOfIntent(db, intent)
  const named = payment?.order_id ?? intent.orderId ?? ''
  const order = isId(named)
    ? await db
        .selectFrom('orders')
        .select(['id', 'transaction_id'])
        .where('id', '=', named)
        .executeTakeFirst()
    : undefined
  const paidBy = order?.transaction_id ?? null
  return { payment, orderId: order?.id ?? null, paidByAnother: paidBy !== null && paidBy !== intent.id }
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

/** Once for each kind of difference and intent, however often it is found. */
async function noteDifference(db: Database, { action, subject, ours, theirs }: Difference): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      actor_id: null,
      action,
      subject,
      before: ours && JSON.stringify(ours),
      after: JSON.stringify(theirs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
