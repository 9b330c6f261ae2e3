import { z } from 'zod'
import { boundedList } from '../shared/lists.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { checkState, CountrySchema, StateSchema, withStateCode } from '../shared/place-codes.ts'
import { boundedText } from '../shared/text.ts'
import { MAX_GRAMS, NO_WEIGHT, TOO_HEAVY } from '../shared/weight.ts'

// The rules of selling that are the same for every part. The store's time zone and the days of returns are in
// its content, where they are shown to customers.

const MAX_COUNTRIES = 250

const settings = {
  /** Whether the prices of parts, cores and delivery have the tax in them. */
  pricesIncludeTax: z.boolean(),
  /** Orders of one part without a cart: `all_in`, the price is all that is paid; `closed`, there are none. */
  plainOrders: z.enum(['all_in', 'closed']),
  /** Where parcels are sent from. */
  origin: z
    .object({
      country: CountrySchema,
      region: StateSchema.nullable(),
      postalCode: boundedText(20).trim(),
    })
    .overwrite(withStateCode)
    .superRefine(checkState),
  /** Where parcels are sent to. */
  countries: boundedList(CountrySchema, MAX_COUNTRIES, `Enter at most ${MAX_COUNTRIES} countries`)
    .refine((list) => list.length > 0, 'Enter at least one country')
    .refine((list) => new Set(list).size === list.length, 'Enter each country once'),
  /** Within how many days after shipping a core may be sent back. */
  coreDays: wholeNumber([1, 3650]),
  /** The weight of a piece whose own is not known, in grams. */
  defaultGrams: wholeNumber([1, MAX_GRAMS], { notWhole: NO_WEIGHT, tooLarge: TOO_HEAVY }),
  /** On invoices; blank: none. */
  taxNumber: boundedText(60).trim(),
}

/** Of `GET /sales-settings`, and the body of `PUT`: `revision` as loaded. 0: never changed. */
export const SalesSettingsSchema = z.object({ revision: wholeNumber([0, 2_000_000_000]), ...settings })
export type SalesSettings = z.infer<typeof SalesSettingsSchema>

/** A new store's settings. */
export const DEFAULT_SALES_SETTINGS: SalesSettings = {
  revision: 0,
  pricesIncludeTax: false,
  plainOrders: 'all_in',
  origin: { country: 'US', region: null, postalCode: '' },
  countries: ['US'],
  coreDays: 180,
  defaultGrams: 1000,
  taxNumber: '',
}
