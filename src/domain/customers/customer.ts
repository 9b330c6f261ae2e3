import { z } from 'zod'
import { AccountSchema } from '../accounts/account.ts'
import { GarageSchema } from '../garage/garage.ts'
import { PurchaseSchema } from '../orders/purchase.ts'
import { ReviewSchema } from '../reviews/review.ts'
import { PageQuery, SearchText, sortOrders } from '../shared/lists.ts'
import { boundedText } from '../shared/text.ts'

/** Orders and reviews that a customer's page shows. */
export const ORDERS_SHOWN = 25
export const REVIEWS_SHOWN = 20

/**
 * An account as admins see it among the customers, with its orders in numbers. A closed account has no email.
 * `spent`: dollars paid without refunds. Dates are ISO 8601 in UTC.
 */
export const CustomerSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string().optional().describe('The email address; absent when the account is closed'),
  emailVerified: z.boolean(),
  role: AccountSchema.shape.role,
  closed: z.boolean().describe('Whether the account is closed'),
  createdAt: z.string(),
  orders: z.number().int().describe('How many orders the customer has'),
  spent: z.number().describe('What the customer has paid for orders, without refunds, in dollars'),
  lastOrderAt: z.string().optional().describe('When the last order was placed (ISO 8601)'),
})
export type Customer = z.infer<typeof CustomerSchema>

/** A customer's page. `purchases` are the newest; `orderCount` counts all. */
export const CustomerDetailsSchema = CustomerSchema.omit({ orders: true }).extend({
  phone: z.string().optional(),
  address: z.string().optional(),
  closedAt: z.string().optional().describe('When the account was closed (ISO 8601)'),
  orderCount: z.number().int().describe('How many orders the customer has'),
  toShip: z.number().int(),
  unpaid: z.number().int(),
  purchases: z.array(PurchaseSchema).describe('The newest purchases'),
  cars: GarageSchema.shape.vehicles.describe('The cars in the garage'),
  reviews: z.array(ReviewSchema.extend({ hidden: z.boolean() })).describe('The newest reviews'),
})
export type CustomerDetails = z.infer<typeof CustomerDetailsSchema>

export const CUSTOMER_SORT_KEYS = ['name', 'email', 'createdAt'] as const

/**
 * How admins search customers. `q`: part of a name or email (one or two letters match only the start of a
 * word), a phone number or at least its last seven digits, or an order number in any spelling. Newest account
 * first without `sort`.
 */
export const ListCustomersQuery = PageQuery.extend({
  sort: sortOrders(CUSTOMER_SORT_KEYS).optional(),
  q: SearchText.optional(),
  status: z.enum(['verified', 'unverified', 'closed']).optional(),
  after: boundedText(100).optional(),
})
export type ListCustomersQuery = z.infer<typeof ListCustomersQuery>
