import { MAX_CHARGE_CENTS, MIN_CHARGE_CENTS } from '../shared/money.ts'

/** Order total in cents: unit price × quantity (I1). */
export function orderTotalCents(unitPriceCents: number, quantity: number): number {
  return unitPriceCents * quantity
}

/** True when a card can be charged with this total: 0.50 to 999,999.99 USD. */
export function isChargeable(totalCents: number): boolean {
  return totalCents >= MIN_CHARGE_CENTS && totalCents <= MAX_CHARGE_CENTS
}

/** The message for a total that cannot be charged to a card. */
export const TOTAL_OUT_OF_RANGE = 'An order must come to between $0.50 and $999,999.99. Change the quantity.'
