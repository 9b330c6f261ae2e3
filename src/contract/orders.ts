import { z } from 'zod'
import { SendOrderMailInput } from '#domain/mails/mail-again.ts'
import { BestSellerSchema, BestSellersQuery } from '#domain/orders/best-sellers.ts'
import { OrderNoteInput, OrderRecordSchema } from '#domain/orders/order-record.ts'
import {
  CorrectAddressInput,
  ListOrdersQuery,
  OrderListItemSchema,
  PlaceOrderInput,
} from '#domain/orders/order.ts'
import { ShipOrderInput, TrackingSchema } from '#domain/orders/tracking.ts'
import { defineCall, PROVIDER_REFUSALS } from './call.ts'
import { DeleteResult, EmailParams, IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const placeOrder = defineCall('POST', '/order', {
  summary: 'Order a part; the quantity is held until the order is paid, deleted or its hold ends',
  access: 'customer',
  body: PlaceOrderInput,
  response: InsertResult.extend({ number: z.string().optional() }),
  status: 201,
  refusals: [
    'not_found',
    'below_min_order',
    'insufficient_stock',
    'price_changed',
    'use_cart',
    'total_out_of_range',
    'too_many_unpaid_orders',
    'email_not_verified',
  ],
  acceptsIdempotencyKey: true,
  hasOwnQueue: true,
})

export const listOwnOrders = defineCall('GET', '/order/{email}', {
  summary: 'List or search a customer’s orders, newest first',
  access: 'self-or-admin',
  params: EmailParams,
  query: ListOrdersQuery,
  response: z.array(OrderListItemSchema),
})

export const deleteOrder = defineCall('DELETE', '/order/{id}', {
  summary: 'Delete an unpaid order; its units go back into stock',
  access: 'owner-or-admin',
  params: IdParams,
  response: DeleteResult,
  refusals: ['order_is_paid', 'part_of_purchase', 'payment_in_progress', ...PROVIDER_REFUSALS],
})

export const listOrders = defineCall('GET', '/orders', {
  summary: 'List all orders, newest first',
  access: 'admin',
  query: ListOrdersQuery,
  response: z.array(OrderListItemSchema),
})

export const shipOrder = defineCall('PATCH', '/order/shipped/{id}', {
  summary: 'Mark a paid order as shipped, optionally with its carrier and tracking number',
  access: 'admin',
  params: IdParams,
  body: ShipOrderInput,
  response: UpdateResult,
  refusals: ['not_paid', 'order_refunded', 'order_canceled'],
})

export const correctTracking = defineCall('PATCH', '/order/tracking/{id}', {
  summary: 'Correct or add the carrier and tracking number of a parcel, by its id or that of an order in it',
  access: 'admin',
  params: IdParams,
  body: TrackingSchema,
  response: UpdateResult,
  refusals: ['not_shipped'],
})

export const correctAddress = defineCall('PATCH', '/order/address/{id}', {
  summary: 'Correct the shipping address, and optionally the phone, of an order that has not shipped',
  access: 'owner-or-admin',
  params: IdParams,
  body: CorrectAddressInput,
  response: UpdateResult,
  refusals: ['already_shipped', 'address_is_priced'],
})

export const showOrder = defineCall('GET', '/orders/{id}', {
  summary: 'Show one order',
  access: 'owner-or-admin',
  params: IdParams,
  response: OrderListItemSchema,
})

export const showOrderRecord = defineCall('GET', '/orders/{id}/record', {
  summary: 'Show what admins see of an order: its customer’s other orders, notes, changes and emails',
  access: 'admin',
  params: IdParams,
  response: OrderRecordSchema,
})

export const addOrderNote = defineCall('POST', '/orders/{id}/notes', {
  summary: 'Add a note to an order, which its customer never sees',
  access: 'admin',
  params: IdParams,
  body: OrderNoteInput,
  response: InsertResult,
  status: 201,
  refusals: ['too_many_notes'],
})

export const sendOrderMailAgain = defineCall('POST', '/orders/{id}/mails', {
  summary: 'Send an email of an order to its customer again',
  access: 'admin',
  params: IdParams,
  body: SendOrderMailInput,
  response: UpdateResult,
  refusals: ['account_closed', 'mail_not_of_order', 'too_many_requests'],
})

export const showOverview = defineCall('GET', '/overview', {
  summary:
    'Show the overview for admins: orders by status, users by role, revenue by day, best sellers, parts running low',
  access: 'admin',
  query: BestSellersQuery,
  response: z.object({
    /** `canceled` counts orders of which everything was canceled, `refunded` others whose whole payment was
     * refunded; they are in no other count but `all`. */
    orders: z.object({
      all: z.number(),
      unpaid: z.number(),
      toShip: z.number(),
      partlyShipped: z.number(),
      shipped: z.number(),
      canceled: z.number(),
      refunded: z.number(),
    }),
    users: z.object({ all: z.number(), admins: z.number() }),
    /**
     * Dollars of all paid orders without their refunds, and of those paid in the last 30 days (in the store's
     * time zone, including today).
     */
    revenue: z.object({ total: z.number(), last30Days: z.number() }),
    /** Each of these 30 days (`2026-11-21`), oldest first: dollars and number of the orders paid on it. */
    days: z.array(z.object({ day: z.string(), revenue: z.number(), orders: z.number().int() })),
    /** The products that sold best in the days of the query, by revenue or units. */
    bestSellers: z.array(BestSellerSchema),
    /** The first charges without an order to pay whose refund the card provider has refused, oldest first. */
    failedRefunds: z.array(
      z.object({
        _id: z.string(),
        orderId: z.string(),
        number: z.string(),
        amount: z.number(),
        failure: z.string().optional().describe('Why it failed'),
        deleted: z.boolean().optional().describe('Whether its order was deleted; absent if not'),
      }),
    ),
    /** The last reconciliation with the card provider: payments checked, and those that differ. */
    reconciled: z
      .object({ at: z.string(), compared: z.number().int(), differences: z.number().int() })
      .optional(),
    /** The first products on sale that are sold out or low, emptiest first; `stock` counts both kinds. */
    lowStock: z.array(
      z.object({ _id: z.string(), name: z.string(), available: z.number(), minOrder: z.number() }),
    ),
    stock: z.object({ low: z.number().int(), out: z.number().int() }),
    /**
     * What waits for an admin: dollars of the orders to ship and when the first of them was paid; holds that
     * end within 3 hours; open messages, undelivered emails; failed imports and distinct searches without a
     * result of the last 7 days.
     */
    toDo: z.object({
      shipTotal: z.number(),
      oldestPaidAt: z.string().optional(),
      holdsEnding: z.number().int(),
      returns: z.number().int().describe('How many returns wait for a decision'),
      returnsComing: z.number().int().describe('How many approved returns have not arrived'),
      misfits: z.number().int().describe('How many parts came back since they did not fit, and are open'),
      firstHoldEndsAt: z.string().optional(),
      messages: z.number().int(),
      undelivered: z.number().int(),
      failedImports: z.number().int(),
      missedSearches: z.number().int(),
      hasProducts: z.boolean(),
      hasDelivery: z.boolean(),
      hasTax: z.boolean(),
    }),
  }),
})
