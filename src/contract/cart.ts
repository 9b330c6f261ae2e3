import { z } from 'zod'
import {
  CartLineInput,
  CartSchema,
  MergeCartInput,
  MergedCartSchema,
  ReplaceCartInput,
} from '#domain/cart/cart.ts'
import { CheckedOutSchema, CheckoutInput } from '#domain/cart/checkout.ts'
import { QuoteInput, QuoteSchema } from '#domain/cart/quote.ts'
import { idText } from '#domain/shared/id.ts'
import { defineCall } from './call.ts'
import { DeleteResult } from './shared-schemas.ts'

export const showCart = defineCall('GET', '/cart', {
  summary: 'Show your cart with today’s prices; parts that fit none of its cars come first',
  access: 'customer',
  response: CartSchema,
})

export const addToCart = defineCall('POST', '/cart/lines', {
  summary: 'Add units of a part to your cart',
  access: 'customer',
  body: CartLineInput,
  response: CartSchema,
  refusals: ['not_found', 'cart_full'],
})

export const replaceCart = defineCall('PUT', '/cart', {
  summary: 'Replace your cart, unless it has changed since',
  access: 'customer',
  body: ReplaceCartInput,
  response: CartSchema,
  refusals: ['not_found', 'cart_changed'],
})

export const removeFromCart = defineCall('DELETE', '/cart/lines/{productId}', {
  summary: 'Remove a part from your cart',
  access: 'owner',
  params: z.object({ productId: idText() }),
  response: DeleteResult,
})

export const mergeCart = defineCall('POST', '/cart/merge', {
  summary:
    'Add what you collected before logging in to your cart: its quantities replace those of equal parts',
  access: 'customer',
  body: MergeCartInput,
  response: MergedCartSchema,
})

export const quoteCart = defineCall('POST', '/cart/quote', {
  summary:
    'What these parts, or those in your cart, cost to the door, whether they can be ordered and whether they fit',
  access: 'anyone',
  body: QuoteInput,
  response: QuoteSchema,
  refusals: ['unauthenticated', 'not_found'],
  changesNothing: true,
})

export const checkOut = defineCall('POST', '/checkout', {
  summary: 'Order everything in your cart; it is held until the purchase is paid, deleted or its hold ends',
  access: 'customer',
  body: CheckoutInput,
  response: CheckedOutSchema,
  status: 201,
  refusals: [
    'not_found',
    'cart_empty',
    'cart_changed',
    'no_longer_sold',
    'insufficient_stock',
    'below_min_order',
    'email_not_verified',
    'not_deliverable',
    'total_out_of_range',
    'too_many_unpaid_orders',
  ],
  acceptsIdempotencyKey: true,
})
