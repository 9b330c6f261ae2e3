import { putBack } from '#domain/cart/put-back.server.ts'
import { listOwnPurchases, listPurchases, showPurchase } from '#domain/orders/list-purchases.server.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { deletePurchase } from '#domain/payments/delete-order.server.ts'
import { mapOutcome, ok } from '#domain/shared/outcome.ts'
import type { Shop } from '#domain/shop.ts'
import { withPictureUrl } from './picture-urls.ts'
import type { Handlers } from './serve-call.ts'

export const purchases = {
  listOwnPurchases: async ({ shop, viewer, query }) =>
    ok((await listOwnPurchases(shop, viewer, query)).map(withPictureUrls(shop))),
  listPurchases: async ({ shop, query }) => ok((await listPurchases(shop, query)).map(withPictureUrls(shop))),
  showPurchase: async ({ shop, viewer, params }) =>
    mapOutcome(await showPurchase(shop, viewer, params.id), withPictureUrls(shop)),
  deletePurchase: ({ shop, viewer, params, query }) =>
    (query.toCart ? putBack : deletePurchase)(shop, viewer, params.id),
} satisfies Partial<Handlers>

function withPictureUrls(shop: Pick<Shop, 'appUrl'>) {
  return (purchase: Purchase): Purchase => ({
    ...purchase,
    lines: purchase.lines.map(withPictureUrl(shop)),
  })
}
