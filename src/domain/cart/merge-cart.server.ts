import { commitIfOk } from '#db/commit-if-ok.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { Shop } from '../shop.ts'
import type { MergeCartInput, MergedCart } from './cart.ts'
import { mergeLines } from './merge-lines.ts'
import { showCart } from './show-cart.server.ts'
import { lockCart, readCart, writeLines } from './stored-cart.server.ts'

/**
 * Adds what a visitor collected before logging in to the viewer's own cart, as mergeLines says; parts that
 * the store never had are left out. Repeatable: `merged` is 0 the second time. Access: signed-in customers.
 */
export async function mergeCart(
  shop: Pick<Shop, 'db' | 'vehicles'>,
  viewer: Viewer,
  { lines }: MergeCartInput,
): Promise<MergedCart> {
  // Rolled back if nothing has changed: a page that has just shown the cart knows its revision.
  const { merged } = await commitIfOk(shop.db, async (trx) => {
    const before = await lockCart(trx, viewer.id)
    await writeLines(trx, viewer.id, mergeLines(before.lines, lines))
    const quantities = new Map(before.lines.map(({ productId, quantity }) => [productId, quantity]))
    const after = await readCart(trx, viewer.id)
    const changed = after.lines.filter(({ productId, quantity }) => quantities.get(productId) !== quantity)
    return { ok: changed.length > 0, merged: changed.length }
  })
  return { ...(await showCart(shop, viewer)), merged }
}
