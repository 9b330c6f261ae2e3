import { commitIfOk } from '#db/commit-if-ok.ts'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { releaseHold } from '../orders/holds.server.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import {
  findOrder,
  lockPurchase,
  NO_SUCH_ORDER,
  type OrderRow,
  refusePart,
} from '../orders/order-queries.server.ts'
import type { CacheTag } from '../shared/cache-tags.ts'
import { type DeleteResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import { endPayment } from './end-payment.server.ts'
import { findOpenPayment } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import { withProviderErrors } from './provider-refusal.ts'

/** How often a concurrently started payment is canceled before the call is refused. */
const MAX_ATTEMPTS = 10

/**
 * Deletes an unpaid order. Access: the owner and admins. Refusals: those of deletePurchase; part_of_purchase
 * for one of several.
 */
export async function deleteOrder(
  shop: PaymentShop,
  viewer: Viewer,
  id: string,
): Promise<Outcome<DeleteResult>> {
  const found = await findOrder(shop.db, id)
  return found && found.lines > 1 && found.deleted_at === null && maySeeOrder(viewer, found)
    ? refusePart('Deleted', found, shop.rules)
    : deletePurchase(shop, viewer, id)
}

/** The cart of a customer, which is locked before the purchase. */
export type CartOfPurchase = {
  lock: (trx: Database, accountId: string) => Promise<unknown>
  add: (trx: Database, accountId: string, orders: readonly OrderRow[]) => Promise<Outcome<null>>
}

/**
 * Deletes an unpaid purchase, by its id or that of one of its orders: its payment is canceled at the provider
 * first, then its units are released, once. Access: the owner and admins. It is in payments because it must
 * cancel one; orders do not depend on payments.
 * @param withCart puts the parts back into the customer's cart, in the same transaction.
 * @returns how many orders were deleted.
 * Refusals: not_found, including for another account's; order_is_paid; payment_in_progress; provider_… when a
 * live payment could not be canceled (then nothing has changed); those of `withCart.add`, when nothing is
 * deleted either.
 */
export async function deletePurchase(
  shop: PaymentShop,
  viewer: Viewer,
  id: string,
  withCart?: CartOfPurchase,
): Promise<Outcome<DeleteResult>> {
  const found = await findOrder(shop.db, id)
  if (!found || found.deleted_at || !maySeeOrder(viewer, found)) return refused('not_found', NO_SUCH_ORDER)
  if (found.paid_at) return refused('order_is_paid', ORDER_IS_PAID)
  const { purchase_id: purchaseId } = found
  return withProviderErrors(shop, async () => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const open = await findOpenPayment(shop.db, purchaseId)
      const payment = open ? await endPayment(shop, open) : 'ended'
      if (payment === 'paid') return refused('order_is_paid', ORDER_IS_PAID)
      if (payment === 'busy')
        return refused(
          'payment_in_progress',
          'A payment for this order is being processed. Try again in a minute.',
        )
      const outcome = await removeUnpaid(shop, viewer, found, withCart)
      if (outcome) return outcome
    }
    return refused('payment_in_progress', 'This order is being paid right now. Try again in a minute.')
  })
}

const ORDER_IS_PAID = 'This order is paid, so it can no longer be deleted.'

/** A new payment was started after the last one was canceled. */
const PAID_AGAIN = { ok: false, refusal: null } as const

/** Deletes the purchase, unless a new payment was started after the last one was canceled: then null. */
async function removeUnpaid(
  shop: PaymentShop,
  viewer: Viewer,
  { purchase_id: id, account_id: accountId }: OrderRow,
  withCart?: CartOfPurchase,
): Promise<Outcome<DeleteResult> | null> {
  type Removed = Outcome<DeleteResult> | typeof PAID_AGAIN
  let changes: CacheTag[] = []
  const outcome = await commitIfOk(shop.db, async (trx): Promise<Removed> => {
    await withCart?.lock(trx, accountId)
    const orders = await lockPurchase(trx, id)
    if (!orders) return refused('not_found', NO_SUCH_ORDER)
    if (orders[0].paid_at) return refused('order_is_paid', ORDER_IS_PAID)
    // A payment can only be started while its purchase is locked: none can appear after this check.
    if (await findOpenPayment(trx, id)) return PAID_AGAIN
    const added = await withCart?.add(trx, accountId, orders)
    if (added && !added.ok) return added
    changes = await releaseHold(trx, orders, { actorId: viewer.id, action: 'delete_order' })
    return ok({ deletedCount: orders.length })
  })
  for (const change of changes) shop.publishChange(change)
  return outcome.ok || outcome.refusal ? outcome : null
}
