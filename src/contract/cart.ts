import { z } from 'zod'
import {
  CartLineInput,
  CartSchema,
  MergeCartInput,
  MergedCartSchema,
  QuoteInput,
  QuoteSchema,
  ReplaceCartInput,
} from '#domain/cart/cart.ts'
import { idText } from '#domain/shared/id.ts'
import { defineCall } from './call.ts'
import { DeleteResult } from './shared-schemas.ts'

export const showCart = defineCall({
  method: 'GET',
  path: '/cart',
  summary: 'Show your cart with today’s prices; parts that fit none of its cars come first',
  access: 'customer',
  response: CartSchema,
})

export const addToCart = defineCall({
  method: 'POST',
  path: '/cart/lines',
  summary: 'Add units of a part to your cart',
  access: 'customer',
  body: CartLineInput,
  response: CartSchema,
  refusals: ['not_found', 'cart_full'],
})

export const replaceCart = defineCall({
  method: 'PUT',
  path: '/cart',
  summary: 'Replace your cart, unless it has changed since',
  access: 'customer',
  body: ReplaceCartInput,
  response: CartSchema,
  refusals: ['not_found', 'cart_changed'],
})

export const removeFromCart = defineCall({
  method: 'DELETE',
  path: '/cart/lines/{productId}',
  summary: 'Remove a part from your cart',
  access: 'owner',
  params: z.object({ productId: idText() }),
  response: DeleteResult,
})

export const mergeCart = defineCall({
  method: 'POST',
  path: '/cart/merge',
  summary:
    'Add what you collected before logging in to your cart: its quantities replace those of equal parts',
  access: 'customer',
  body: MergeCartInput,
  response: MergedCartSchema,
})

export const quoteCart = defineCall({
  method: 'POST',
  path: '/cart/quote',
  summary: 'What these parts cost now, whether they can be ordered and whether they fit your cars',
  access: 'public',
  body: QuoteInput,
  response: QuoteSchema,
  hasOwnQueue: true,
})
