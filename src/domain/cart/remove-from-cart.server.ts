import { commitIfOk } from '#db/commit-if-ok.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { type DeleteResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { lockCart, writeLines } from './stored-cart.server.ts'

/** Removes a part from the viewer's own cart. Access: signed-in customers. Refusals: not_found. */
export function removeFromCart(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  productId: string,
): Promise<Outcome<DeleteResult>> {
  return commitIfOk(shop.db, async (trx) => {
    const { lines } = await lockCart(trx, viewer.id)
    const others = lines.filter((line) => line.productId !== productId)
    if (others.length === lines.length) return refused('not_found', 'This part is no longer in your cart.')
    await writeLines(trx, viewer.id, others)
    return ok({ deletedCount: 1 })
  })
}
