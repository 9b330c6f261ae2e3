import {
  ABOVE_STOCK,
  BELOW_MINIMUM,
  checkOrderQuantity,
  QUANTITY_PROBLEMS,
} from '#domain/orders/order-quantity.ts'
import { orderTotalCents } from '#domain/orders/order-total.ts'
import { unitsWord } from '#domain/products/unit.ts'
import { centsFromDollars, dollarsFromCents } from '#domain/shared/money.ts'
import { parseNumber } from '../../ui/parse-number.ts'

/** The validated quantity. `total` in dollars, null while the quantity is not a positive integer. */
export type LiveOrder = { quantity: number | null; total: number | null; message: string | null }

/** Parses an integer, even as "1,200"; undefined for an empty field, NaN for anything else, such as "5,0". */
export function readPieces(text: string): number | undefined {
  const number = parseNumber(text)
  return number === undefined || Number.isInteger(number) ? number : Number.NaN
}

/** The order total in dollars, as shown. `price` in dollars. */
export function orderTotal({ price }: { price: number }, quantity: number): number {
  return dollarsFromCents(orderTotalCents(centsFromDollars(price) ?? 0, quantity))
}

/** The form's messages; the API's differ (decision 026). */
const MESSAGES = { ...QUANTITY_PROBLEMS, insufficient_stock: ABOVE_STOCK }

/** Validates the quantity while it is typed: the total, and the message when it cannot be ordered. */
export function liveOrder(
  text: string,
  product: { price: number; available: number; minOrder: number; unit: string },
): LiveOrder {
  const quantity = readPieces(text)
  // An empty field is validated on blur and submit, not before.
  if (quantity === undefined) return { quantity: null, total: null, message: null }
  if (Number.isNaN(quantity))
    return { quantity: null, total: null, message: `Enter a whole number of ${unitsWord(product.unit)}` }
  // No total for less than one piece or beyond the safe integers.
  if (quantity < 1) return { quantity: null, total: null, message: BELOW_MINIMUM }
  const priceCents = centsFromDollars(product.price) ?? 0
  const problem = checkOrderQuantity(quantity, { ...product, priceCents })
  const total = Number.isSafeInteger(priceCents * quantity) ? orderTotal(product, quantity) : null
  return { quantity, total, message: problem && MESSAGES[problem] }
}
