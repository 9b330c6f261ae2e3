import { z } from 'zod'
import { DeletePurchaseQuery, ListPurchasesQuery, PurchaseCountsSchema } from '#domain/orders/purchase.ts'
import { ShipPiecesInput } from '#domain/orders/tracking.ts'
import {
  CancelInput,
  ChangeRefundInput,
  RefundableSchema,
  RefundDecided,
  RefundInput,
} from '#domain/refunds/refund.ts'
import { ShownPurchaseSchema } from '#domain/returns/shown-purchase.ts'
import { defineCall, PROVIDER_REFUSALS } from './call.ts'
import { DeleteResult, IdParams, UpdateResult } from './shared-schemas.ts'

export const listOwnPurchases = defineCall('GET', '/purchases/mine', {
  summary: 'List or search your own purchases, newest first',
  access: 'customer',
  query: ListPurchasesQuery,
  response: z.array(ShownPurchaseSchema),
})

export const countOwnPurchases = defineCall('GET', '/purchases/mine/counts', {
  summary: 'Count your own purchases by status, with the sum that is due',
  access: 'customer',
  response: PurchaseCountsSchema,
})

export const listPurchases = defineCall('GET', '/purchases', {
  summary: 'List or search all purchases, newest first',
  access: 'admin',
  query: ListPurchasesQuery,
  response: z.array(ShownPurchaseSchema),
})

export const showPurchase = defineCall('GET', '/purchase/{id}', {
  summary: 'Show a purchase, by its id or that of one of its orders',
  access: 'owner-or-admin',
  params: IdParams,
  response: ShownPurchaseSchema,
})

export const deletePurchase = defineCall('DELETE', '/purchase/{id}', {
  summary: 'Delete an unpaid purchase; its units go back into stock, and with toCart its parts into the cart',
  access: 'owner-or-admin',
  params: IdParams,
  query: DeletePurchaseQuery,
  response: DeleteResult,
  refusals: ['order_is_paid', 'payment_in_progress', 'cart_full', ...PROVIDER_REFUSALS],
})

export const cancelPieces = defineCall('POST', '/purchase/{id}/cancellations', {
  summary: 'Cancel pieces of a paid purchase that have not shipped; what was paid for them is given back',
  access: 'owner-or-admin',
  params: IdParams,
  body: CancelInput,
  response: RefundDecided,
  status: 201,
  refusals: ['not_paid', 'order_refunded', 'being_packed', 'already_shipped'],
  acceptsIdempotencyKey: true,
})

export const shipPieces = defineCall('POST', '/purchase/{id}/shipments', {
  summary: 'Ship pieces of a paid purchase in one or more parcels, optionally with their tracking numbers',
  access: 'admin',
  params: IdParams,
  body: ShipPiecesInput,
  response: z.object({ insertedIds: z.array(z.string()).describe('The parcels') }),
  status: 201,
  refusals: ['not_paid', 'order_refunded', 'order_canceled', 'already_shipped'],
  acceptsIdempotencyKey: true,
})

export const startPacking = defineCall('POST', '/purchase/{id}/packing', {
  summary: 'Record that a purchase is being packed: its customer can no longer cancel parts of it',
  access: 'admin',
  params: IdParams,
  response: UpdateResult,
})

export const showRefundable = defineCall('GET', '/purchase/{id}/refundable', {
  summary: 'Show what can be given back of a paid purchase',
  access: 'owner-or-admin',
  params: IdParams,
  response: RefundableSchema,
  refusals: ['not_paid'],
})

export const refundPurchase = defineCall('POST', '/purchase/{id}/refunds', {
  summary: 'Give back what was paid for pieces, for the delivery, or an amount as goodwill',
  access: 'admin',
  params: IdParams,
  body: RefundInput,
  response: RefundDecided,
  status: 201,
  refusals: ['not_paid', 'refund_too_large'],
  acceptsIdempotencyKey: true,
})

export const changeRefund = defineCall('PATCH', '/refund/{id}', {
  summary: 'Send a refund that failed again, or note how it was paid back instead',
  access: 'admin',
  params: IdParams,
  body: ChangeRefundInput,
  response: UpdateResult,
  refusals: ['refund_state'],
})
