import { countUnits } from '../products/unit.ts'

/** Units of one product that are held for unpaid orders of customers with unverified email addresses. */
export type HeldPieces = {
  /** For all such customers. */
  held: number
  /** For the ordering customer, included in `held`. */
  own: number
}

/** The numbers that the share of unverified customers is computed from, in units of one product. */
export type UnverifiedStock = HeldPieces & { available: number; minOrder: number }

/**
 * How many units a customer with an unverified email address may order now. All such customers together may
 * hold at most `percent` of the available and held units, so that throwaway accounts cannot block a product;
 * each of them may order the minimum once, even if it exceeds the share. Fewer may be available.
 */
export function maxUnverifiedQuantity(stock: UnverifiedStock, percent: number): number {
  const { available, minOrder, held, own } = stock
  const left = Math.floor(((available + held) * percent) / 100) - held
  return Math.max(own === 0 ? minOrder : 0, left)
}

/** The message for an order above the share, or null. `unit`: the part's unit of sale. */
export function checkUnverifiedShare(
  quantity: number,
  stock: UnverifiedStock,
  percent: number,
  unit: string,
): string | null {
  const max = maxUnverifiedQuantity(stock, percent)
  if (quantity <= max) return null
  const until = max > 0 ? ` Until then you can order at most ${countUnits(max, unit)} of this part.` : ''
  return `Verify your email address to order more: open the link in the email we sent you.${until}`
}
