import { z } from 'zod'
import { requiredText } from '../text.ts'

/** An order as the API answers it. `totalPrice` and `unitPrice` are dollars, dates are ISO 8601 in UTC. */
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
  /** When the stock held for an unpaid order goes back on the shelf; absent once it has, or once paid. */
  holdExpiresAt: z.string().optional(),
})
export type Order = z.infer<typeof OrderSchema>

/** Whole pieces, at least one; the product's own minimum is checked by checkOrderQuantity. */
const QuantitySchema = z
  .number({
    error: (issue) => (issue.input === undefined ? 'Quantity is required' : 'Give a whole number of pieces'),
  })
  .int('Give a whole number of pieces')
  .min(1, 'Your Order less Than Our Minimum Order Requirement')
  .max(2_147_483_647, 'Your Order More Than Our Available Stock')

/**
 * What `POST /order` takes. Name, e-mail, picture, product name and paid are known to the server and dropped from the body;
 * `totalPrice` (dollars) is only compared, so that nobody pays another price than the one on their screen.
 */
export const PlaceOrderInput = z.object({
  productId: z.string({ error: 'productId is required' }).max(100),
  orderQty: QuantitySchema,
  customerPhone: requiredText('Phone is required', 40).regex(
    /^[0-9+()./ x-]+$/i,
    'Provide a valid phone number',
  ),
  customerAddress: requiredText('Address is required', 500),
  totalPrice: z.number().optional(),
})
export type PlaceOrderInput = z.infer<typeof PlaceOrderInput>

/** How admins look through orders. `after` is the _id of the last order already seen. */
export const ListOrdersQuery = z.object({
  status: z.enum(['unpaid', 'paid', 'shipped']).optional(),
  q: z.string().trim().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  after: z.uuid().optional(),
})
export type ListOrdersQuery = z.infer<typeof ListOrdersQuery>
