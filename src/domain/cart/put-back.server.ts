import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { OrderRow } from '../orders/order-queries.server.ts'
import { deletePurchase } from '../payments/delete-order.server.ts'
import type { PaymentShop } from '../payments/payment-shop.ts'
import { type DeleteResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import { MAX_CART_LINES } from './cart-limits.ts'
import { addToLines, type StoredLine } from './merge-lines.ts'
import { lockCart, readCart, writeLines } from './stored-cart.server.ts'

/**
 * Deletes an unpaid purchase and puts its parts back into its customer's cart, to what is in it. Access: the
 * owner and admins. Refusals: those of deletePurchase; cart_full when its parts do not fit in the cart.
 */
export function putBack(shop: PaymentShop, viewer: Viewer, id: string): Promise<Outcome<DeleteResult>> {
  return deletePurchase(shop, viewer, id, { lock: lockCart, add: addOrders })
}

async function addOrders(
  trx: Database,
  accountId: string,
  orders: readonly OrderRow[],
): Promise<Outcome<null>> {
  let lines: readonly StoredLine[] = (await readCart(trx, accountId)).lines
  for (const { product_id: productId, quantity } of orders) {
    const more = addToLines(lines, { productId, quantity })
    if (!more) return refused('cart_full', NO_ROOM)
    lines = more
  }
  await writeLines(trx, accountId, lines)
  return ok(null)
}

const NO_ROOM = `A cart holds ${MAX_CART_LINES} different parts, and has no room for those of this order. Remove some from the cart first.`
