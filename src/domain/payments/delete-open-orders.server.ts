import { ok, type Outcome, refused } from '../shared/outcome.ts'
import { deletePurchase } from './delete-order.server.ts'
import type { PaymentShop } from './payment-shop.ts'

/**
 * Deletes all unpaid orders of an account that its mailbox's owner never opened, as its customer would. For
 * the identity provider, which has proved the mailbox.
 * Refusals: order_is_paid when one was ever paid (the books need its account): then nothing has changed;
 * otherwise as deletePurchase, when the orders before the refused one are deleted.
 */
export async function deleteOpenOrders(shop: PaymentShop, accountId: string): Promise<Outcome<null>> {
  const orders = await shop.db
    .selectFrom('orders')
    .select(['id', 'paid_at'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('line', '=', 1)
    .execute()
  if (orders.some(({ paid_at: paidAt }) => paidAt !== null)) return refused('order_is_paid', HAS_PAID_ORDER)
  return deleteAsCustomer(shop, accountId, orders, ['not_found'])
}

/**
 * Deletes the unpaid orders of an account that its owner closes, as its customer would. An order that is paid
 * at the same moment stays.
 * Refusals: as deletePurchase, when the orders before the refused one are deleted.
 */
export async function deleteUnpaidOrders(shop: PaymentShop, accountId: string): Promise<Outcome<null>> {
  const orders = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('line', '=', 1)
    .where('paid_at', 'is', null)
    .execute()
  return deleteAsCustomer(shop, accountId, orders, ['not_found', 'order_is_paid'])
}

/** @param passed the codes of refusals that leave an order as it is. */
async function deleteAsCustomer(
  shop: PaymentShop,
  accountId: string,
  orders: readonly { id: string }[],
  passed: readonly string[],
): Promise<Outcome<null>> {
  const owner = { id: accountId, email: '', name: '', role: 'customer', tokenHash: Buffer.alloc(0) } as const
  for (const { id } of orders) {
    const deleted = await deletePurchase(shop, owner, id)
    if (!deleted.ok && !passed.includes(deleted.refusal.code)) return deleted
  }
  return ok(null)
}

const HAS_PAID_ORDER =
  'An order of this account is paid, so the account cannot be deleted. Choose a new password instead, so that it is yours alone, and contact us about the order.'
