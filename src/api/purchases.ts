import { putBack } from '#domain/cart/put-back.server.ts'
import { documentsOf } from '#domain/documents/document-queries.server.ts'
import type { ShownPurchase } from '#domain/documents/shown-purchase.ts'
import { listOwnPurchases, listPurchases, showPurchase } from '#domain/orders/list-purchases.server.ts'
import { NO_SUCH_ORDER } from '#domain/orders/order-queries.server.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { deletePurchase } from '#domain/payments/delete-order.server.ts'
import { ok, refused } from '#domain/shared/outcome.ts'
import type { Shop } from '#domain/shop.ts'
import { withPictureUrl } from './picture-urls.ts'
import type { Handlers } from './serve-call.ts'

export const purchases = {
  listOwnPurchases: async ({ shop, viewer, query }) =>
    ok(await toShown(shop, await listOwnPurchases(shop, viewer, query))),
  listPurchases: async ({ shop, query }) => ok(await toShown(shop, await listPurchases(shop, query))),
  showPurchase: async ({ shop, viewer, params }) => {
    const found = await showPurchase(shop, viewer, params.id)
    if (!found.ok) return found
    const [purchase] = await toShown(shop, [found.value])
    return purchase ? ok(purchase) : refused('not_found', NO_SUCH_ORDER)
  },
  deletePurchase: ({ shop, viewer, params, query }) =>
    (query.toCart ? putBack : deletePurchase)(shop, viewer, params.id),
} satisfies Partial<Handlers>

/** Purchases with absolute URLs of their pictures, and their documents. */
async function toShown(
  shop: Pick<Shop, 'db' | 'appUrl'>,
  purchases: readonly Purchase[],
): Promise<ShownPurchase[]> {
  const documents = await documentsOf(
    shop.db,
    purchases.map(({ _id }) => _id),
  )
  return purchases.map((purchase) => ({
    ...purchase,
    lines: purchase.lines.map(withPictureUrl(shop)),
    documents: documents.get(purchase._id) ?? [],
  }))
}
