/** The specification's sentences (section 5) for a quantity that cannot be ordered. */
export const BELOW_MINIMUM = 'Your Order less Than Our Minimum Order Requirement'
/** Said live under the field. */
export const ABOVE_STOCK = 'Your Order More Than Our Stock'
/** Said by the server. Both readings appear in the specification: contract, decision 6. */
export const ABOVE_AVAILABLE_STOCK = 'Your Order More Than Our Available Stock'

/** Why a quantity cannot be ordered. */
export type QuantityProblem = 'below_min_order' | 'insufficient_stock'

/**
 * The quantity rule: minimum ≤ quantity ≤ available, all in pieces.
 * @returns the first problem, or null when the quantity can be ordered.
 */
export function checkOrderQuantity(
  quantity: number,
  product: { available: number; minOrder: number },
): QuantityProblem | null {
  if (quantity < product.minOrder) return 'below_min_order'
  if (quantity > product.available) return 'insufficient_stock'
  return null
}
