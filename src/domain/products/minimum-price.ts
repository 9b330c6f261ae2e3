import { roundToCents } from '../shared/money.ts'

/**
 * Dollars for the smallest quantity that can be ordered: the price that shopping sites must be given. Source:
 * "Products sold in bulk", https://support.google.com/merchants/answer/6324371
 */
export function minimumPrice(unitPrice: number, minOrder: number): number {
  return roundToCents(unitPrice * minOrder)
}
