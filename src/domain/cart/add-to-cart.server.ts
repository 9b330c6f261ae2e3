import { commitIfOk } from '#db/commit-if-ok.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { findProduct, NO_SUCH_PRODUCT } from '../products/product-queries.server.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { TOO_MANY_LINES } from './cart-limits.ts'
import type { Cart, CartLineInput } from './cart.ts'
import { addToLines } from './merge-lines.ts'
import { showCart } from './show-cart.server.ts'
import { lockCart, writeLines } from './stored-cart.server.ts'

/**
 * Adds units of a part to the viewer's own cart, to those that are in it. Whether they can be ordered, the
 * cart says. Access: signed-in customers. Refusals: not_found, cart_full.
 */
export async function addToCart(
  shop: Pick<Shop, 'db' | 'vehicles'>,
  viewer: Viewer,
  line: CartLineInput,
): Promise<Outcome<Cart>> {
  if (!(await findProduct(shop.db, line.productId))) return refused('not_found', NO_SUCH_PRODUCT)
  const added = await commitIfOk(shop.db, async (trx) => {
    const { lines } = await lockCart(trx, viewer.id)
    const more = addToLines(lines, line)
    if (!more) return refused('cart_full', TOO_MANY_LINES)
    await writeLines(trx, viewer.id, more)
    return ok(null)
  })
  return added.ok ? ok(await showCart(shop, viewer)) : added
}
