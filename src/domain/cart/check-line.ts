import { checkUnverifiedShare, type HeldPieces } from '../orders/unverified-share.ts'
import { countUnits } from '../products/unit.ts'
import type { LineProblem } from './cart.ts'

/**
 * Why these units cannot be ordered now, in words that say what is left; null when they can. The rules are
 * those of checkOrderQuantity, whose fixed texts belong to the order form.
 */
export function checkLine(
  quantity: number,
  { available, minOrder, unit }: { available: number; minOrder: number; unit: string },
): LineProblem | null {
  if (available === 0) return { code: 'insufficient_stock', message: 'Sold out right now.', have: 0 }
  const left = `Only ${countUnits(available, unit)} left`
  if (available < minOrder)
    return {
      code: 'insufficient_stock',
      message: `${left}, and the minimum order is ${minOrder}.`,
      have: available,
    }
  if (quantity < minOrder)
    return { code: 'below_min_order', message: `The minimum order is ${countUnits(minOrder, unit)}.` }
  if (quantity > available) return { code: 'insufficient_stock', message: `${left}.`, have: available }
  return null
}

/**
 * Why a customer with an unverified email address cannot order as many units now, with the part's name; null
 * when they can.
 * @param held undefined for a customer whose address is verified.
 */
export function checkShare(
  quantity: number,
  product: { name: string; available: number; minOrder: number; unit: string },
  held: HeldPieces | undefined,
  percent: number,
): { code: 'email_not_verified'; message: string } | null {
  const message = held && checkUnverifiedShare(quantity, { ...product, ...held }, percent, product.unit)
  return message ? { code: 'email_not_verified', message: `${product.name}: ${message}` } : null
}

export const NO_LONGER_SOLD: LineProblem = {
  code: 'no_longer_sold',
  message: 'This part is no longer sold. It is not counted.',
}
