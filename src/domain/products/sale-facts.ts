import { z } from 'zod'
import { centsFromDollars } from '../shared/money.ts'
import { numeric, requiredNumber } from '../shared/numbers.ts'
import { boundedText } from '../shared/text.ts'
import { MAX_GRAMS, NO_WEIGHT, TOO_HEAVY } from '../shared/weight.ts'
import { normalizeName } from './brand-and-category.ts'

const MAX_CORE_DOLLARS = 99_999.99

const yesOrNo = (what: string) => z.boolean(`${what} is yes or no`)

/**
 * What delivery, tax and returns need to know of a part. `weightGrams` of one unit of sale, packed; null if
 * it is not known. `oversize`: it needs a large parcel. `dangerous`: it goes by ground only. `coreDeposit`:
 * dollars for each unit, given back for the old part. `bin`: where it is in the shelves, for admins only.
 */
export const SaleFacts = z.object({
  weightGrams: numeric(
    requiredNumber(NO_WEIGHT, NO_WEIGHT)
      .min(1, {
        error: 'A weight is at least 1 gram; leave it empty if you do not know it',
        abort: true,
      })
      .max(MAX_GRAMS, { error: TOO_HEAVY, abort: true })
      .int('weightGrams is a whole number of grams'),
  ).nullable(),
  oversize: yesOrNo('Oversize'),
  dangerous: yesOrNo('Dangerous goods'),
  coreDeposit: numeric(
    requiredNumber('Enter the core deposit, or 0', 'The core deposit must be a number')
      .min(0, 'The core deposit cannot be negative')
      .max(MAX_CORE_DOLLARS, 'The core deposit must be at most 99999.99')
      .refine((dollars) => centsFromDollars(dollars) !== null, 'The core deposit has at most two decimals'),
  ),
  taxed: yesOrNo('Taxed'),
  returnable: yesOrNo('Returnable'),
  bin: boundedText(30).overwrite(normalizeName),
})
export type SaleFacts = z.infer<typeof SaleFacts>

/** The facts of a part of which nothing is said. */
export const PLAIN_FACTS: SaleFacts = {
  weightGrams: null,
  oversize: false,
  dangerous: false,
  coreDeposit: 0,
  taxed: true,
  returnable: true,
  bin: '',
}

export const SALE_FIELDS = Object.keys(PLAIN_FACTS) as (keyof SaleFacts)[]

/** The facts as answers have them: only those that differ from PLAIN_FACTS. */
export const PublicSaleFacts = SaleFacts.omit({ bin: true }).partial().extend({
  weightGrams: z.number().int().optional(),
  coreDeposit: z.number().optional(),
})
