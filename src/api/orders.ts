import { sendOrderMailAgain } from '#domain/mails/send-order-mail-again.server.ts'
import { addOrderNote } from '#domain/orders/add-order-note.server.ts'
import { correctAddress } from '#domain/orders/correct-address.server.ts'
import { correctTracking } from '#domain/orders/correct-tracking.server.ts'
import { listOrders, listOwnOrders } from '#domain/orders/list-orders.server.ts'
import { placeOrder } from '#domain/orders/place-order.server.ts'
import { shipOrder } from '#domain/orders/ship-pieces.server.ts'
import { showOrderRecord } from '#domain/orders/show-order-record.server.ts'
import { showOrder } from '#domain/orders/show-order.server.ts'
import { showOverview } from '#domain/orders/show-overview.server.ts'
import { deleteOrder } from '#domain/payments/delete-order.server.ts'
import { mapOutcome, ok } from '#domain/shared/outcome.ts'
import { normalizeEmail } from '#domain/shared/text.ts'
import { withPictureUrl } from './picture-urls.ts'
import type { Handlers } from './serve-call.ts'

export const orders = {
  placeOrder: ({ shop, viewer, body, idempotencyKey }) => placeOrder(shop, viewer, body, idempotencyKey),
  listOwnOrders: async ({ shop, params, query }) =>
    ok((await listOwnOrders(shop, normalizeEmail(params.email), query)).map(withPictureUrl(shop))),
  deleteOrder: ({ shop, viewer, params }) => deleteOrder(shop, viewer, params.id),
  listOrders: async ({ shop, query }) => ok((await listOrders(shop, query)).map(withPictureUrl(shop))),
  shipOrder: ({ shop, viewer, params, body }) => shipOrder(shop, viewer, params.id, body),
  correctTracking: ({ shop, viewer, params, body }) => correctTracking(shop, viewer, params.id, body),
  correctAddress: ({ shop, viewer, params, body }) => correctAddress(shop, viewer, params.id, body),
  showOrder: async ({ shop, viewer, params }) =>
    mapOutcome(await showOrder(shop, viewer, params.id), withPictureUrl(shop)),
  showOrderRecord: async ({ shop, params }) =>
    mapOutcome(await showOrderRecord(shop, params.id), (record) => ({
      ...record,
      otherOrders: record.otherOrders.map(withPictureUrl(shop)),
    })),
  addOrderNote: ({ shop, viewer, params, body }) => addOrderNote(shop, viewer, params.id, body),
  sendOrderMailAgain: ({ shop, viewer, params, body }) => sendOrderMailAgain(shop, viewer, params.id, body),
  showOverview: async ({ shop, query }) => ok(await showOverview(shop, query)),
} satisfies Partial<Handlers>
