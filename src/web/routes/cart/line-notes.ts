import type { CartLine } from '#domain/cart/cart.ts'
import { quantityText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'

/** A sentence about a line; `change`: the quantity that mends it. */
export type LineNote = { text: string; change?: number }

/** Why the line cannot be ordered as it is, with the quantity that could. */
export function problemNote({ problem, available, minOrder }: CartLine): LineNote | null {
  if (!problem) return null
  const { code, message, have = available } = problem
  if (code === 'below_min_order') return { text: message, ...(minOrder <= available && { change: minOrder }) }
  const canChange = code === 'insufficient_stock' && have >= minOrder && have > 0
  return { text: message, ...(canChange && { change: have }) }
}

/**
 * "Your 2012 Honda Civic takes 2; you have 1." For a part that fits; null when it is as many, or not known.
 */
export function takesNote({ fits, quantity, unit, available, minOrder }: CartLine): LineNote | null {
  const [fit] = fits
  if (!fit || (fit.verdict !== 'fits' && fit.verdict !== 'fits_if')) return null
  if (fit.quantity === undefined || quantity >= fit.quantity) return null
  const text = `Your ${fit.vehicle} takes ${quantityText(fit.quantity, unit)}; you have ${quantity}.`
  return { text, ...(fit.quantity <= available && fit.quantity >= minOrder && { change: fit.quantity }) }
}

/** "Now $41.90, was $38.90"; null when the price is the same. */
export function priceNote({ price, priceBefore }: CartLine): string | null {
  return priceBefore === undefined ? null : `Now ${formatUsd(price)}, was ${formatUsd(priceBefore)}`
}

/** Which parts fit a car, in words, and the verdict that its pill has: green only if all fit for certain. */
export type CarFit = { car: string; text: string; verdict: 'fits' | 'unknown' | 'does_not_fit' }

/** "4 of 5 parts fit your 2012 Honda Civic, 1 may fit", for each car that the lines name. */
export function fitsByCar(lines: readonly CartLine[]): CarFit[] {
  const fits = lines.flatMap((line) => line.fits)
  return Array.from(
    Map.groupBy(fits, ({ vehicle }) => vehicle),
    ([car, ofCar]) => {
      const count = (...verdicts: (typeof ofCar)[number]['verdict'][]) =>
        ofCar.filter(({ verdict }) => verdicts.includes(verdict)).length
      const certain = count('fits')
      const possible = count('fits_if', 'unknown')
      return {
        car,
        text: `${certain} of ${ofCar.length} parts fit your ${car}${possible > 0 ? `, ${possible} may fit` : ''}`,
        verdict: certain === ofCar.length ? 'fits' : count('does_not_fit') > 0 ? 'does_not_fit' : 'unknown',
      }
    },
  )
}
