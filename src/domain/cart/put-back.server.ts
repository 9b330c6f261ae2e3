import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { OrderRow } from '../orders/order-queries.server.ts'
import { deletePurchase } from '../payments/delete-order.server.ts'
import type { PaymentShop } from '../payments/payment-shop.ts'
import type { DeleteResult, Outcome } from '../shared/outcome.ts'
import { mergeLines } from './merge-lines.ts'
import { lockCart, readCart, writeLines } from './stored-cart.server.ts'

/**
 * Deletes an unpaid purchase and puts its parts back into its customer's cart: for equal parts the purchase's
 * quantity, everything else stays. Access: the owner and admins. Refusals: those of deletePurchase.
 */
export function putBack(shop: PaymentShop, viewer: Viewer, id: string): Promise<Outcome<DeleteResult>> {
  return deletePurchase(shop, viewer, id, { lock: lockCart, add: addOrders })
}

async function addOrders(trx: Database, accountId: string, orders: readonly OrderRow[]): Promise<void> {
  const { lines } = await readCart(trx, accountId)
  const back = orders.map(({ product_id: productId, quantity }) => ({ productId, quantity }))
  await writeLines(trx, accountId, mergeLines(lines, back))
}
