import { ok, type Outcome, refused } from '../shared/outcome.ts'
import { deleteOrder } from './delete-order.server.ts'
import type { PaymentShop } from './payment-shop.ts'

/**
 * Deletes all unpaid orders of an account that its mailbox's owner never opened, as its customer would. For
 * the identity provider, which has proved the mailbox.
 * Refusals: order_is_paid when one was ever paid (the books need its account): then nothing has changed;
 * otherwise as deleteOrder, when the orders before the refused one are deleted.
 */
export async function deleteOpenOrders(shop: PaymentShop, accountId: string): Promise<Outcome<null>> {
  const orders = await shop.db
    .selectFrom('orders')
    .select(['id', 'paid_at'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute()
  if (orders.some(({ paid_at: paidAt }) => paidAt !== null)) return refused('order_is_paid', HAS_PAID_ORDER)
  const owner = { id: accountId, email: '', name: '', role: 'customer', tokenHash: Buffer.alloc(0) } as const
  for (const { id } of orders) {
    const deleted = await deleteOrder(shop, owner, id)
    if (!deleted.ok && deleted.refusal.code !== 'not_found') return deleted
  }
  return ok(null)
}

const HAS_PAID_ORDER =
  'An order of this account is paid, so the account cannot be deleted. Choose a new password instead, so that it is yours alone, and contact us about the order.'
