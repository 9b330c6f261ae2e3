import { z } from 'zod'
import { centsFromDollars, dollarsFromCents, MAX_CHARGE_CENTS } from '../shared/money.ts'
import { requiredNumber, numeric } from '../shared/numbers.ts'
import { PriceSchema } from './product.ts'

const percent = (max: number, tooMuch: string) =>
  numeric(
    requiredNumber('Enter a percentage', 'Enter a number')
      .positive('Enter more than 0 percent')
      .max(max, tooMuch)
      .refine((value) => centsFromDollars(value) !== null, 'Enter at most two decimals'),
  )

/** A price that changes by a percentage is rounded to the cent, or to the nearest that ends in 95 cents. */
const Rounding = z.enum(['cent', '95']).default('cent')

/** How the prices of several products change: all to one price in dollars, or each by a percentage. */
export const Repricing = z.discriminatedUnion('way', [
  z.object({ way: z.literal('fixed'), amount: PriceSchema }),
  z.object({ way: z.literal('up'), amount: percent(1000, 'Enter at most 1000 percent'), rounding: Rounding }),
  z.object({
    way: z.literal('down'),
    amount: percent(99.99, 'Enter at most 99.99 percent'),
    rounding: Rounding,
  }),
])
export type Repricing = z.infer<typeof Repricing>

/** The smallest price of a product, in dollars. */
export const SMALLEST_PRICE = 0.01
/** The largest price of a product, in dollars. */
export const LARGEST_PRICE = dollarsFromCents(MAX_CHARGE_CENTS)
/** In hundredths of a percent. */
const ONE_HUNDRED_PERCENT = 10_000

/**
 * The price after the change; both in dollars. Computed in integers and rounded to the cent, half a cent up;
 * then, if that is asked for, to the nearest price that ends in 95 cents, of two the higher.
 * @returns null when it would be less than a cent or more than the largest price.
 */
export function repriced(price: number, change: Repricing): number | null {
  if (change.way === 'fixed') return change.amount
  const { way, amount, rounding } = change
  const cents = centsFromDollars(price)
  const hundredths = centsFromDollars(amount)
  if (cents === null || hundredths === null) return null
  const share = way === 'up' ? ONE_HUNDRED_PERCENT + hundredths : ONE_HUNDRED_PERCENT - hundredths
  const exact = Math.floor((cents * share + ONE_HUNDRED_PERCENT / 2) / ONE_HUNDRED_PERCENT)
  const after = dollarsFromCents(rounding === '95' ? endingIn95(exact) : exact)
  return after < SMALLEST_PRICE || after > LARGEST_PRICE ? null : after
}

/** The nearest cents that end in 95; at least 95. */
const endingIn95 = (cents: number) => Math.max(0, Math.floor((cents - 45) / 100)) * 100 + 95
