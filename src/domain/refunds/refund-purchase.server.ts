import type { Viewer } from '../accounts/viewer.ts'
import { creditOfRefund, type TooMuch } from '../documents/credit.ts'
import { readLedger } from '../documents/ledger.server.ts'
import { byOrder, choosePieces } from '../orders/chosen-pieces.server.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import { lockPurchase, NO_SUCH_ORDER } from '../orders/order-queries.server.ts'
import type { PaymentShop } from '../payments/payment-shop.ts'
import { sendRefund } from '../payments/send-refunds.server.ts'
import { type IdempotencyKey, runIdempotently } from '../shared/idempotency.server.ts'
import { centsFromDollars, formatCents } from '../shared/money.ts'
import { ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import { giveBack } from './give-back.server.ts'
import type { RefundDecided, RefundInput } from './refund.ts'

/**
 * Gives back what was paid for pieces (their deposits included), a part of the delivery, or any amount as
 * goodwill. The pieces stay with the customer, and stock as it is. Access: admins.
 * Refusals: not_found; not_paid; refund_too_large beyond a line, or beyond what is left of the payment.
 */
export async function refundPurchase(
  shop: PaymentShop,
  viewer: Viewer,
  id: string,
  input: RefundInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<RefundDecided>> {
  const content = await shop.content()
  const outcome = await runIdempotently<RefundDecided>(shop, viewer, idempotencyKey, async (trx) => {
    const orders = await lockPurchase(trx, id)
    if (!orders || !maySeeOrder(viewer, orders[0])) return refused('not_found', NO_SUCH_ORDER)
    const [{ paid_at: paidAt, purchase_id: purchaseId }] = orders
    if (paidAt === null)
      return refused('not_paid', 'This order is not paid yet, so there is nothing to give back.')
    const chosen = choosePieces(orders, input.lines)
    if (!chosen.ok) return chosen
    const ledger = await readLedger(trx, content, purchaseId)
    const pieces = byOrder(chosen.value)
    const decided = creditOfRefund(ledger, {
      pieces,
      deliveryCents: centsOf(input.delivery),
      goodwillCents: centsOf(input.goodwill),
    })
    if ('of' in decided) return refuseTooMuch(decided, [...pieces.keys()])
    const { paymentId } = ledger
    const cause = pieces.size > 0 ? 'return' : input.delivery === undefined ? 'goodwill' : 'delivery'
    return ok(
      await giveBack(trx, content, {
        viewer,
        purchaseId,
        paymentId,
        lines: decided.credit,
        cause,
        note: input.note,
      }),
    )
  })
  if (outcome.ok && outcome.value.refundId !== undefined)
    await sendRefund(shop, { id: outcome.value.refundId })
  return outcome
}

function refuseTooMuch(much: TooMuch, orderIds: readonly string[]): Outcome<never> {
  const code = 'refund_too_large'
  switch (much.of) {
    case 'pieces': {
      const { line, left } = much
      return refusedField(
        `lines.${orderIds.indexOf(line.orderId ?? '')}.quantity`,
        code,
        left === 0
          ? `All that was paid for ${line.words} has been given back.`
          : `Only ${left} of ${line.words} can be given back.`,
        'too_high',
      )
    }
    case 'delivery':
      return refusedField(
        'delivery',
        code,
        much.left > 0
          ? `Only ${formatCents(much.left)} of the delivery are left.`
          : 'Nothing of a delivery is left to give back.',
        'too_high',
      )
    case 'payment':
      return refused(
        code,
        much.left > 0
          ? `That is ${formatCents(much.wanted)}. Only ${formatCents(much.left)} of this payment are left.`
          : 'All of this payment has been given back.',
      )
  }
}

/** @param dollars of an input that was checked. */
function centsOf(dollars: number | undefined): number {
  return dollars === undefined ? 0 : (centsFromDollars(dollars) ?? 0)
}
