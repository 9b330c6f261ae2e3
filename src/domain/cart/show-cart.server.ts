import type { Viewer } from '../accounts/viewer.ts'
import { dollarsFromCents } from '../shared/money.ts'
import type { Shop } from '../shop.ts'
import type { Cart } from './cart.ts'
import { showCartLines } from './show-cart-lines.server.ts'
import { readCart } from './stored-cart.server.ts'

/** The viewer's own cart with today's prices. Access: signed-in customers. */
export async function showCart(
  shop: Pick<Shop, 'db' | 'vehicles'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<Cart> {
  const { revision, ...stored } = await readCart(shop.db, viewer.id)
  const { lines, cars, count, partsCents } = await showCartLines(shop, stored.lines, stored.cars)
  return { revision, lines, cars, count, parts: dollarsFromCents(partsCents) }
}
