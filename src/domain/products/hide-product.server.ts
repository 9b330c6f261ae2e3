import type { Viewer } from '../accounts/viewer.ts'
import { type UpdateResult, ok, type Outcome } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { withKnownNames } from './brands-and-categories.server.ts'
import { changeProduct } from './change-product.server.ts'

/**
 * Hides a product from everyone but admins, or publishes it. Access: admins. Its orders continue. A published
 * product gets its brand and category as other products now spell them. No change: modifiedCount 0. When it
 * returns, no process accepts an order based on the earlier state, or serves it from its cache. Refusals:
 * not_found.
 */
export async function hideProduct(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer,
  id: string,
  hidden: boolean,
): Promise<Outcome<UpdateResult>> {
  return changeProduct(shop, viewer, { id }, async (trx, before, audit) => {
    if (before.hidden === hidden) return ok({ modifiedCount: 0 })
    const { brand, category } = before
    const names = hidden ? { brand, category } : await withKnownNames(trx, { brand, category })
    await trx
      .updateTable('products')
      .set({ hidden, ...names })
      .where('id', '=', id)
      .execute()
    await audit(hidden ? 'hide_product' : 'publish_product', {
      before: { hidden: before.hidden },
      after: { hidden },
    })
    return ok({ modifiedCount: 1 })
  })
}
