import { addToCart } from '#domain/cart/add-to-cart.server.ts'
import { checkOut } from '#domain/cart/check-out.server.ts'
import { mergeCart } from '#domain/cart/merge-cart.server.ts'
import { quoteCart } from '#domain/cart/quote-cart.server.ts'
import { removeFromCart } from '#domain/cart/remove-from-cart.server.ts'
import { replaceCart } from '#domain/cart/replace-cart.server.ts'
import { showCart } from '#domain/cart/show-cart.server.ts'
import { mapOutcome, ok } from '#domain/shared/outcome.ts'
import { withLinePictures } from './picture-urls.ts'
import type { Handlers } from './serve-call.ts'

export const cart = {
  showCart: async ({ shop, viewer }) => ok(withLinePictures(shop)(await showCart(shop, viewer))),
  addToCart: async ({ shop, viewer, body }) =>
    mapOutcome(await addToCart(shop, viewer, body), withLinePictures(shop)),
  replaceCart: async ({ shop, viewer, body }) => {
    const outcome = await replaceCart(shop, viewer, body)
    if (outcome.ok || !outcome.refusal.cart) return mapOutcome(outcome, withLinePictures(shop))
    return { ok: false, refusal: { ...outcome.refusal, cart: withLinePictures(shop)(outcome.refusal.cart) } }
  },
  removeFromCart: ({ shop, viewer, params }) => removeFromCart(shop, viewer, params.productId),
  mergeCart: async ({ shop, viewer, body }) =>
    ok(withLinePictures(shop)(await mergeCart(shop, viewer, body))),
  quoteCart: async ({ shop, viewer, body }) =>
    mapOutcome(await quoteCart(shop, viewer, body), withLinePictures(shop)),
  checkOut: ({ shop, viewer, body, idempotencyKey }) => checkOut(shop, viewer, body, idempotencyKey),
} satisfies Partial<Handlers>
