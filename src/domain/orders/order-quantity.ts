import { isChargeable, orderTotalCents, TOTAL_OUT_OF_RANGE } from './order-total.ts'

/** The messages for a quantity that cannot be ordered: fixed wording, see decision 026. */
export const BELOW_MINIMUM = 'Your Order less Than Our Minimum Order Requirement'
/** Shown live below the field. */
export const ABOVE_STOCK = 'Your Order More Than Our Stock'
/** The server's refusal. */
export const ABOVE_AVAILABLE_STOCK = 'Your Order More Than Our Available Stock'

/** Why a quantity cannot be ordered. */
type QuantityProblem = 'below_min_order' | 'insufficient_stock' | 'total_out_of_range'

/** The server's message for each. */
export const QUANTITY_PROBLEMS: Record<QuantityProblem, string> = {
  below_min_order: BELOW_MINIMUM,
  insufficient_stock: ABOVE_AVAILABLE_STOCK,
  total_out_of_range: TOTAL_OUT_OF_RANGE,
}

/**
 * The order-quantity rule, shared by the form and the server: min ≤ quantity ≤ available, and a chargeable
 * total.
 * @returns the first problem, or null when the quantity can be ordered.
 */
export function checkOrderQuantity(
  quantity: number,
  product: { priceCents: number; available: number; minOrder: number },
): QuantityProblem | null {
  if (quantity < product.minOrder) return 'below_min_order'
  if (quantity > product.available) return 'insufficient_stock'
  return isChargeable(orderTotalCents(product.priceCents, quantity)) ? null : 'total_out_of_range'
}
