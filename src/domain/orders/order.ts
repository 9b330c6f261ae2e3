import { z } from 'zod'
import { idText } from '../shared/id.ts'
import { PageQuery, SearchText, sortOrders } from '../shared/lists.ts'
import { totalPrice, wholeNumber } from '../shared/numbers.ts'
import { PhoneSchema } from '../shared/phone.ts'
import { boundedText, requiredText } from '../shared/text.ts'
import { FitVerdictSchema } from '../vehicles/fit-verdict.ts'
import { ENGINE_KEY, modelYear } from '../vehicles/vehicle.ts'
import { ABOVE_AVAILABLE_STOCK, BELOW_MINIMUM } from './order-quantity.ts'
import { TrackingSchema } from './tracking.ts'

/**
 * The vehicle that an order is for ("2012 Honda Civic, 1.8 L, 4 cylinders"), and the store's verdict on the
 * fit when the order was placed.
 */
const OrderFitSchema = FitVerdictSchema.pick({ verdict: true, reason: true }).extend({ vehicle: z.string() })
export type OrderFit = z.infer<typeof OrderFitSchema>

/** An order as the API returns it. `totalPrice` and `unitPrice` are dollars, dates are ISO 8601 in UTC. */
export const OrderSchema = z.object({
  _id: z.string(),
  /** Formatted: "DL-10042"; "DL-10042-2" for the second part of a purchase. */
  number: z.string(),
  productId: z.string(),
  picture: z.string(),
  productName: z.string(),
  unitPrice: z.number(),
  orderQty: z.number().int(),
  /** The unit of sale when it was ordered: "piece", "set of 4". */
  unit: z.string(),
  totalPrice: z.number(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  customerAddress: z.string(),
  paid: z.boolean(),
  transactionId: z.string().optional(),
  shipped: z.boolean(),
  shippedQty: z
    .number()
    .int()
    .optional()
    .describe('How many units have shipped while others are to; absent unless some are'),
  canceledQty: z
    .number()
    .int()
    .optional()
    .describe('How many units were canceled once it was paid; absent when none were'),
  /** Present, and true, once the whole payment has been refunded: such an order is not shipped. */
  refunded: z.boolean().optional(),
  /** Dollars of the payment that have been refunded; absent when none were. */
  refundedAmount: z.number().optional(),
  refundedAt: z.string().optional(),
  /** Present, and true, once the cardholder has disputed the payment at the bank. */
  disputed: z.boolean().optional(),
  placedAt: z.string(),
  paidAt: z.string().optional(),
  shippedAt: z.string().optional(),
  /** Carrier and tracking number: both or neither. */
  carrier: TrackingSchema.shape.carrier.optional(),
  trackingNumber: z.string().optional(),
  /** When the stock held for an unpaid order is released; absent once it has been, or once paid. */
  holdExpiresAt: z.string().optional(),
  /** Present if more is paid than this part: other parts, deposits, delivery or tax. `total` in dollars. */
  purchase: z
    .object({
      _id: z.string(),
      number: z.string().describe('The number of the purchase'),
      parts: z.number().int().describe('How many parts were checked out together'),
      total: z.number().describe('What they cost together, in dollars'),
    })
    .optional()
    .describe('What it was checked out as; absent for an order whose own total is what is paid'),
  /** The vehicle it was ordered for, and the verdict then; absent when none was chosen. */
  fit: OrderFitSchema.optional(),
})
export type Order = z.infer<typeof OrderSchema>

/** An order in lists and on its own page, with current data of its part. */
export const OrderListItemSchema = OrderSchema.extend({
  /** Absent when the part has none. */
  partNumber: z.string().optional(),
  /** The part's page is `/parts/<partSlug>`; absent when the part is no longer sold. */
  partSlug: z.string().optional(),
})
export type OrderListItem = z.infer<typeof OrderListItemSchema>

/** Whole units, at least one; the product's own minimum is checked by checkOrderQuantity. */
const QuantitySchema = wholeNumber([1, 2_147_483_647], {
  missing: 'Quantity is required',
  notWhole: 'Enter a whole number',
  tooSmall: BELOW_MINIMUM,
  tooLarge: ABOVE_AVAILABLE_STOCK,
})

/**
 * The vehicle that an order is for. The store evaluates whether the part fits it, and places the order in any
 * case.
 */
export const OrderVehicle = z.object({
  year: modelYear(),
  make: requiredText('Enter the make of the vehicle', 60),
  model: requiredText('Enter the model of the vehicle', 100),
  /** As in `GET /vehicles`: "1.8-4". */
  engine: boundedText(20).regex(ENGINE_KEY, 'Choose an engine from the list').optional(),
})
export type OrderVehicle = z.infer<typeof OrderVehicle>

/**
 * Body of `POST /order`. Name, email, picture, product name and paid are known to the server and dropped from
 * the body; `totalPrice` (dollars) is only compared, so that customers pay the price on their screen or
 * nothing.
 */
export const PlaceOrderInput = z.object({
  productId: idText('productId is required'),
  orderQty: QuantitySchema,
  customerPhone: PhoneSchema,
  customerAddress: requiredText('Address is required', 500),
  totalPrice: totalPrice().optional(),
  vehicle: OrderVehicle.optional(),
})
export type PlaceOrderInput = z.infer<typeof PlaceOrderInput>

/** Body of `PATCH /order/address/{id}`. Without a phone, the order keeps its own. */
export const CorrectAddressInput = PlaceOrderInput.pick({
  customerAddress: true,
  customerPhone: true,
}).partial({ customerPhone: true })
export type CorrectAddressInput = z.infer<typeof CorrectAddressInput>

/** What a list of orders can be sorted by; `status`: unpaid first, then pending, shipped and refunded. */
export const ORDER_SORT_KEYS = ['productName', 'customerName', 'totalPrice', 'placedAt', 'status'] as const

/**
 * How orders are searched: all of them by admins, their own by customers. `after` is the _id of the last
 * order already seen.
 */
export const ListOrdersQuery = PageQuery.extend({
  sort: sortOrders(ORDER_SORT_KEYS).optional(),
  status: z.enum(['unpaid', 'paid', 'shipped', 'refunded']).optional(),
  q: SearchText.optional(),
})
export type ListOrdersQuery = z.infer<typeof ListOrdersQuery>
