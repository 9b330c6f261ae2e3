import type { Viewer } from '../accounts/viewer.ts'
import { dollarsFromCents, formatUsd } from '../shared/money.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { priceCents } from './add-product.server.ts'
import { changeProduct } from './change-product.server.ts'
import type { RepriceInput } from './product.ts'

/**
 * Changes a product's price and nothing else, from the price that the admin saw (`was`). Access: admins. Open
 * orders retain the price that they were placed with. Returns 0 when the product already has the price.
 * Refusals: not_found; price_changed when the price is no longer `was`.
 */
export async function repriceProduct(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer,
  id: string,
  { price, was }: RepriceInput,
): Promise<Outcome<UpdateResult>> {
  return changeProduct(shop, viewer, { id }, async (trx, before, audit) => {
    const now = dollarsFromCents(before.price_cents)
    if (now === price) return ok({ modifiedCount: 0 })
    if (now !== was)
      return refused('price_changed', `The price is ${formatUsd(now)} now: another admin has changed it.`)
    await trx
      .updateTable('products')
      .set({ price_cents: priceCents(price) })
      .where('id', '=', id)
      .execute()
    await audit('edit_product', {
      before: { price: now, minOrder: before.min_order },
      after: { price, minOrder: before.min_order },
    })
    return ok({ modifiedCount: 1 })
  })
}
