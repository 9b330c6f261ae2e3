import { z } from 'zod'
import { ShownPurchaseSchema } from '#domain/documents/shown-purchase.ts'
import { DeletePurchaseQuery, ListPurchasesQuery } from '#domain/orders/purchase.ts'
import { defineCall, PROVIDER_REFUSALS } from './call.ts'
import { DeleteResult, IdParams } from './shared-schemas.ts'

export const listOwnPurchases = defineCall({
  method: 'GET',
  path: '/purchases/mine',
  summary: 'List or search your own purchases, newest first',
  access: 'customer',
  query: ListPurchasesQuery,
  response: z.array(ShownPurchaseSchema),
})

export const listPurchases = defineCall({
  method: 'GET',
  path: '/purchases',
  summary: 'List or search all purchases, newest first',
  access: 'admin',
  query: ListPurchasesQuery,
  response: z.array(ShownPurchaseSchema),
})

export const showPurchase = defineCall({
  method: 'GET',
  path: '/purchase/{id}',
  summary: 'Show a purchase, by its id or that of one of its orders',
  access: 'owner-or-admin',
  params: IdParams,
  response: ShownPurchaseSchema,
})

export const deletePurchase = defineCall({
  method: 'DELETE',
  path: '/purchase/{id}',
  summary: 'Delete an unpaid purchase; its units go back into stock, and with toCart its parts into the cart',
  access: 'owner-or-admin',
  params: IdParams,
  query: DeletePurchaseQuery,
  response: DeleteResult,
  refusals: ['order_is_paid', 'payment_in_progress', ...PROVIDER_REFUSALS],
})
