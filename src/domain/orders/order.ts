import { z } from 'zod'
import { idText } from '../shared/id.ts'
import { PageQuery, SearchText } from '../shared/lists.ts'
import { totalPrice, wholeNumber } from '../shared/numbers.ts'
import { PhoneSchema } from '../shared/phone.ts'
import { requiredText } from '../shared/text.ts'
import { ABOVE_AVAILABLE_STOCK, BELOW_MINIMUM } from './order-quantity.ts'

/** An order as the API returns it. `totalPrice` and `unitPrice` are dollars, dates are ISO 8601 in UTC. */
export const OrderSchema = z.object({
  _id: z.string(),
  productId: z.string(),
  picture: z.string(),
  productName: z.string(),
  unitPrice: z.number(),
  orderQty: z.number().int(),
  totalPrice: z.number(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  customerAddress: z.string(),
  paid: z.boolean(),
  transactionId: z.string().optional(),
  shipped: z.boolean(),
  placedAt: z.string(),
  paidAt: z.string().optional(),
  shippedAt: z.string().optional(),
  /** When the stock held for an unpaid order is released; absent once it has been, or once paid. */
  holdExpiresAt: z.string().optional(),
})
export type Order = z.infer<typeof OrderSchema>

/** Whole pieces, at least one; the product's own minimum is checked by checkOrderQuantity. */
const QuantitySchema = wholeNumber([1, 2_147_483_647], {
  missing: 'Quantity is required',
  notWhole: 'Give a whole number of pieces',
  tooSmall: BELOW_MINIMUM,
  tooLarge: ABOVE_AVAILABLE_STOCK,
})

/**
 * What `POST /order` takes. Name, e-mail, picture, product name and paid are known to the server and dropped from the body;
 * `totalPrice` (dollars) is only compared, so that customers pay the price on their screen or nothing.
 */
export const PlaceOrderInput = z.object({
  productId: idText('productId is required'),
  orderQty: QuantitySchema,
  customerPhone: PhoneSchema,
  customerAddress: requiredText('Address is required', 500),
  totalPrice: totalPrice().optional(),
})
export type PlaceOrderInput = z.infer<typeof PlaceOrderInput>

/** How admins search orders. `after` is the _id of the last order already seen. */
export const ListOrdersQuery = PageQuery.extend({
  status: z.enum(['unpaid', 'paid', 'shipped']).optional(),
  q: SearchText.optional(),
})
export type ListOrdersQuery = z.infer<typeof ListOrdersQuery>
