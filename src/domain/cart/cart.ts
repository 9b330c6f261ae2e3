import { z } from 'zod'
import { OrderVehicle } from '../orders/order.ts'
import { MAX_PIECES } from '../products/product.ts'
import { idText } from '../shared/id.ts'
import { boundedList } from '../shared/lists.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { FitVerdictSchema } from '../vehicles/fit-verdict.ts'
import { MAX_CART_CARS, MAX_CART_LINES, TOO_MANY_LINES } from './cart-limits.ts'

/** A part and how many units of it. */
export const CartLineInput = z.object({
  productId: idText('productId is required'),
  quantity: wholeNumber([1, MAX_PIECES], { missing: 'Quantity is required' }),
})
export type CartLineInput = z.infer<typeof CartLineInput>

/** A part is in a cart once: the stock is compared with one quantity. */
export const Lines = boundedList(CartLineInput, MAX_CART_LINES, TOO_MANY_LINES).refine(
  (lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length,
  'Each part can be in the cart once',
)
export const Cars = boundedList(OrderVehicle, MAX_CART_CARS, `Choose at most ${MAX_CART_CARS} cars`)

/**
 * The whole cart in place of the one with this revision; 0: of none. Without `cars`, they stay.
 */
export const ReplaceCartInput = z.object({
  revision: wholeNumber([0, Number.MAX_SAFE_INTEGER], { missing: 'revision is required' }),
  lines: Lines,
  cars: Cars.optional(),
})
export type ReplaceCartInput = z.infer<typeof ReplaceCartInput>

/** The lines that a visitor collected before logging in. */
export const MergeCartInput = z.object({ lines: Lines })
export type MergeCartInput = z.infer<typeof MergeCartInput>

/** Why a line cannot be ordered as it is. */
const LineProblemSchema = z.object({
  code: z.enum(['below_min_order', 'insufficient_stock', 'no_longer_sold']),
  message: z.string(),
  have: z
    .number()
    .int()
    .optional()
    .describe('How many units can be ordered; absent where that is not the problem'),
})
export type LineProblem = z.infer<typeof LineProblemSchema>

/** A part in a cart. Money in dollars; `quantity`, `available` and `minOrder` count units. */
export const CartLineSchema = z.object({
  productId: z.string(),
  slug: z.string(),
  name: z.string(),
  partNumber: z.string(),
  brand: z.string(),
  picture: z.string(),
  unit: z.string(),
  quantity: z.number().int(),
  price: z.number(),
  lineTotal: z.number().describe('Dollars of the line; 0 when the part is no longer sold'),
  coreDeposit: z.number().describe('Dollars of the deposit for one old part, which is given back with it'),
  coreDays: z.number().int().optional(),
  returnable: z.literal(false).optional(),
  available: z.number().int(),
  minOrder: z.number().int(),
  priceBefore: z
    .number()
    .optional()
    .describe('The price when the quantity was chosen; absent when it is the same'),
  fits: z
    .array(FitVerdictSchema.omit({ missing: true }).extend({ vehicle: z.string() }))
    .describe('Whether it fits each of the cars, the best verdict first'),
  problem: LineProblemSchema.optional().describe('Why it cannot be ordered as it is; absent when it can'),
})
export type CartLine = z.infer<typeof CartLineSchema>

/** A customer's cart; without lines its revision is 0. */
export const CartSchema = z.object({
  revision: z.number().int().describe('Changes with every change; to be sent with one. 0 without lines'),
  lines: z.array(CartLineSchema).describe('The parts in the cart'),
  cars: z
    .array(OrderVehicle.extend({ name: z.string() }))
    .describe('The vehicles to which the parts shall fit'),
  count: z.number().int().describe('How many units are counted'),
  parts: z.number().describe('Dollars of the parts that are counted'),
})
export type Cart = z.infer<typeof CartSchema>

/** The cart after a merge; `merged` counts the lines that it changed. */
export const MergedCartSchema = CartSchema.extend({
  merged: z.number().int().describe('How many lines the merge changed'),
})
export type MergedCart = z.infer<typeof MergedCartSchema>
