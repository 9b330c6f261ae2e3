import type { Viewer } from '#domain/accounts/viewer.ts'
import { putBack } from '#domain/cart/put-back.server.ts'
import { documentsOf } from '#domain/documents/document-queries.server.ts'
import {
  countOwnPurchases,
  listOwnPurchases,
  listPurchases,
  showPurchase,
} from '#domain/orders/list-purchases.server.ts'
import { NO_SUCH_ORDER } from '#domain/orders/order-queries.server.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { shipPieces } from '#domain/orders/ship-pieces.server.ts'
import { deletePurchase } from '#domain/payments/delete-order.server.ts'
import { cancelPieces } from '#domain/refunds/cancel-pieces.server.ts'
import { changeRefund } from '#domain/refunds/change-refund.server.ts'
import { refundPurchase } from '#domain/refunds/refund-purchase.server.ts'
import { refundsOf } from '#domain/refunds/refund-queries.server.ts'
import { showRefundable } from '#domain/refunds/show-refundable.server.ts'
import { startPacking } from '#domain/refunds/start-packing.server.ts'
import { openCoresOf, returnsOf } from '#domain/returns/return-queries.server.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { withReturns } from '#domain/returns/with-returns.ts'
import { ok, refused } from '#domain/shared/outcome.ts'
import type { Shop } from '#domain/shop.ts'
import { withLinePictures } from './picture-urls.ts'
import type { Handlers } from './serve-call.ts'

export const purchases = {
  listOwnPurchases: async ({ shop, viewer, query }) =>
    ok(await toShown(shop, viewer, await listOwnPurchases(shop, viewer, query))),
  countOwnPurchases: async ({ shop, viewer }) => ok(await countOwnPurchases(shop, viewer)),
  listPurchases: async ({ shop, viewer, query }) =>
    ok(await toShown(shop, viewer, await listPurchases(shop, query))),
  showPurchase: async ({ shop, viewer, params }) => {
    const found = await showPurchase(shop, viewer, params.id)
    if (!found.ok) return found
    const [purchase] = await toShown(shop, viewer, [found.value])
    return purchase ? ok(purchase) : refused('not_found', NO_SUCH_ORDER)
  },
  deletePurchase: ({ shop, viewer, params, query }) =>
    (query.toCart ? putBack : deletePurchase)(shop, viewer, params.id),
  cancelPieces: ({ shop, viewer, params, body, idempotencyKey }) =>
    cancelPieces(shop, viewer, params.id, body, idempotencyKey),
  shipPieces: ({ shop, viewer, params, body, idempotencyKey }) =>
    shipPieces(shop, viewer, params.id, body, idempotencyKey),
  startPacking: ({ shop, params }) => startPacking(shop, params.id),
  showRefundable: ({ shop, viewer, params }) => showRefundable(shop, viewer, params.id),
  refundPurchase: ({ shop, viewer, params, body, idempotencyKey }) =>
    refundPurchase(shop, viewer, params.id, body, idempotencyKey),
  changeRefund: ({ shop, viewer, params, body }) => changeRefund(shop, viewer, params.id, body),
} satisfies Partial<Handlers>

/** Purchases with absolute URLs of their pictures, their documents, refunds and returns. */
async function toShown(
  shop: Pick<Shop, 'db' | 'appUrl' | 'content'>,
  viewer: Viewer,
  purchases: readonly Purchase[],
): Promise<ShownPurchase[]> {
  const ids = purchases.map(({ _id }) => _id)
  const content = await shop.content()
  const [documents, refunds, returns, cores] = await Promise.all([
    documentsOf(shop.db, ids),
    refundsOf(shop.db, viewer, ids),
    returnsOf(shop.db, content, ids),
    openCoresOf(shop.db, content, purchases),
  ])
  return purchases.map((purchase) => ({
    ...purchase,
    ...withReturns(withLinePictures(shop)(purchase), returns.get(purchase._id) ?? [], cores),
    documents: documents.get(purchase._id) ?? [],
    refunds: refunds.get(purchase._id) ?? [],
  }))
}
