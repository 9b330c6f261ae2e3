import { commitIfOk } from '#db/commit-if-ok.ts'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { NO_SUCH_PRODUCT } from '../products/product-queries.server.ts'
import { isId } from '../shared/id.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { Cart, ReplaceCartInput } from './cart.ts'
import { showCart } from './show-cart.server.ts'
import { lockCart, writeLines } from './stored-cart.server.ts'

/**
 * Replaces the viewer's own cart, unless it has changed since the revision that the client knows. Lines that
 * are in it may stay when their part is no longer sold; others must be on sale. Access: signed-in customers.
 * Refusals: not_found, cart_changed with the cart as it is.
 */
export async function replaceCart(
  shop: Pick<Shop, 'db' | 'vehicles'>,
  viewer: Viewer,
  { revision, lines, cars }: ReplaceCartInput,
): Promise<Outcome<Cart>> {
  const replaced = await commitIfOk(shop.db, async (trx) => {
    const stored = await lockCart(trx, viewer.id)
    if (stored.revision !== revision)
      return refused('cart_changed', 'Your cart was changed in another tab or on another device.')
    const known = new Set(stored.lines.map(({ productId }) => productId))
    const others = lines.flatMap(({ productId }) => (known.has(productId) ? [] : [productId]))
    if (!(await areSold(trx, others))) return refused('not_found', NO_SUCH_PRODUCT)
    await writeLines(trx, viewer.id, lines, cars)
    return ok(null)
  })
  if (replaced.ok) return ok(await showCart(shop, viewer))
  if (replaced.refusal.code !== 'cart_changed') return replaced
  return refused('cart_changed', replaced.refusal.detail, { cart: await showCart(shop, viewer) })
}

async function areSold(trx: Database, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  if (!ids.every(isId)) return false
  const rows = await trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('hidden', '=', false)
    .execute()
  return rows.length === ids.length
}
