import type { Database } from '#db/connection.ts'
import { isAdmin } from '../accounts/account-policy.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { creditOfCancellation, worth } from '../documents/credit.ts'
import { readLedger } from '../documents/ledger.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { byOrder, type ChosenPieces, choosePieces, chosenText } from '../orders/chosen-pieces.server.ts'
import { closePieces } from '../orders/close-pieces.server.ts'
import { moveStock } from '../orders/move-stock.server.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import {
  isRefunded,
  lockPurchase,
  NO_SUCH_ORDER,
  openPieces,
  type OrderRow,
} from '../orders/order-queries.server.ts'
import type { PaymentShop } from '../payments/payment-shop.ts'
import { sendRefund } from '../payments/send-refunds.server.ts'
import { quantityText } from '../products/unit.ts'
import type { CacheTag } from '../shared/cache-tags.ts'
import { type IdempotencyKey, runIdempotently } from '../shared/idempotency.server.ts'
import { ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import { giveBack } from './give-back.server.ts'
import type { CancelInput, RefundDecided } from './refund.ts'

/**
 * Cancels pieces of a paid purchase that have not shipped, and gives back what was paid for them: their
 * stock, the refund, its credit note and the email are one decision. When nothing is left to ship and nothing
 * has shipped, the delivery is given back too. Access: the owner until packing has begun, and admins.
 * Refusals: not_found; not_paid; order_refunded; being_packed; already_shipped, with the line.
 */
export async function cancelPieces(
  shop: PaymentShop,
  viewer: Viewer,
  id: string,
  input: CancelInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<RefundDecided>> {
  // Before the transaction, which has a connection of its own.
  const content = await shop.content()
  let changes: CacheTag[] = []
  const outcome = await runIdempotently<RefundDecided>(shop, viewer, idempotencyKey, async (trx) => {
    const orders = await lockPurchase(trx, id)
    if (!orders || !maySeeOrder(viewer, orders[0])) return refused('not_found', NO_SUCH_ORDER)
    const [first] = orders
    if (first.paid_at === null)
      return refused('not_paid', 'This order is not paid yet, so it can be deleted instead.')
    if (isRefunded(first))
      return refused('order_refunded', 'This order has been refunded, so nothing of it can be canceled.')
    const chosen = choosePieces(orders, input.lines)
    if (!chosen.ok) return chosen
    if (!isAdmin(viewer) && (await isPacked(trx, first.purchase_id)))
      return refused('being_packed', 'This order is being packed. Write to us, and we try to stop it.')
    for (const [at, { order, quantity }] of chosen.value.entries()) {
      const open = openPieces(order)
      if (quantity > open)
        return refusedField(`lines.${at}.quantity`, 'already_shipped', refusedPieces(order, open), 'too_high')
    }
    changes = await cancel(trx, chosen.value)
    // After the stock: it may issue the invoice, whose number is locked after all else (see issueDocument).
    const ledger = await readLedger(trx, content, first.purchase_id)
    const isLast = orders.every((order) => {
      const canceled = chosen.value.find((each) => each.order.id === order.id)?.quantity ?? 0
      return order.canceled_quantity + canceled === order.quantity
    })
    const lines = creditOfCancellation(ledger, byOrder(chosen.value), isLast)
    const { purchase_id: purchaseId } = first
    const reason = input.reason ?? ''
    const about = await recordChange(trx, {
      actorId: viewer.id,
      action: 'cancel_pieces',
      subject: `order:${purchaseId}`,
      after: { pieces: chosenText(chosen.value), amountCents: worth(lines), ...(reason && { reason }) },
    })
    await addOrderMails(shop, trx, { orderId: purchaseId, kind: 'order_canceled', about })
    const { paymentId } = ledger
    const refund = { viewer, purchaseId, paymentId, lines, cause: 'cancel' as const, note: reason }
    return ok(await giveBack(trx, content, refund))
  })
  for (const change of changes) shop.publishChange(change)
  if (outcome.ok && outcome.value.refundId !== undefined)
    await sendRefund(shop, { id: outcome.value.refundId })
  return outcome
}

function refusedPieces({ product_name: name, shipped_quantity: shipped, unit }: OrderRow, open: number) {
  if (open === 0 && shipped > 0)
    return `${name} has shipped, so it can no longer be canceled. Return it instead.`
  return open === 0
    ? `${name} is canceled already.`
    : `Only ${quantityText(open, unit)} of ${name} can be canceled.`
}

/** Whether an admin has begun to pack it. */
async function isPacked(trx: Database, purchaseId: string): Promise<boolean> {
  const packed = await trx
    .selectFrom('purchases')
    .select('id')
    .where('id', '=', purchaseId)
    .where('packing_at', 'is not', null)
    .executeTakeFirst()
  return packed !== undefined
}

/** The units go back into stock, and leave what is to ship. */
async function cancel(trx: Database, chosen: readonly ChosenPieces[]): Promise<CacheTag[]> {
  for (const { order, quantity } of chosen) await closePieces(trx, order.id, { canceled: quantity })
  return moveStock(trx, chosen, 'canceled')
}
