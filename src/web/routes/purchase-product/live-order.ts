import { centsFromDollars, dollarsFromCents } from '#domain/shared/money.ts'
import {
  ABOVE_STOCK,
  BELOW_MINIMUM,
  checkOrderQuantity,
  QUANTITY_PROBLEMS,
} from '#domain/orders/order-quantity.ts'
import { orderTotalCents } from '#domain/orders/order-total.ts'

/** What the form says to the quantity in its box. `total` in dollars, null while there is no whole number of pieces. */
export type LiveOrder = { quantity: number | null; total: number | null; message: string | null }

/** Reads the quantity box: a whole number, also as "1,200"; undefined for an empty box, NaN for anything else, such as "5,0". */
export function readPieces(text: string): number | undefined {
  if (text.trim() === '') return undefined
  const whole = /^[-−]?(?:\d{1,40}|\d{1,3}(?:,\d{3}){1,12})$/.test(text.trim())
  return whole ? Number(text.replaceAll(',', '').replace('−', '-')) : Number.NaN
}

/** The order total in dollars, as the screen shows it. `price` in dollars. */
export function orderTotal({ price }: { price: number }, quantity: number): number {
  return dollarsFromCents(orderTotalCents(centsFromDollars(price) ?? 0, quantity))
}

/** The form's sentence for each problem: the specification says another one live than in the answer. */
const MESSAGES = { ...QUANTITY_PROBLEMS, insufficient_stock: ABOVE_STOCK }

/** The check while the quantity is typed: the line total, and the specification's message when this quantity cannot be ordered. */
export function liveOrder(
  text: string,
  product: { price: number; available: number; minOrder: number },
): LiveOrder {
  const quantity = readPieces(text)
  // An empty box is judged when it is left or sent, not before anything is typed.
  if (quantity === undefined) return { quantity: null, total: null, message: null }
  if (Number.isNaN(quantity)) return { quantity: null, total: null, message: 'Give a whole number of pieces' }
  // There is no total of fewer pieces than one, and none to show of more than can be counted.
  if (quantity < 1) return { quantity: null, total: null, message: BELOW_MINIMUM }
  const priceCents = centsFromDollars(product.price) ?? 0
  const problem = checkOrderQuantity(quantity, { ...product, priceCents })
  const total = Number.isSafeInteger(priceCents * quantity) ? orderTotal(product, quantity) : null
  return { quantity, total, message: problem && MESSAGES[problem] }
}
