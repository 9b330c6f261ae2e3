import { z } from 'zod'
import { DaySchema } from '../shared/day.ts'
import { numeric, requiredNumber } from '../shared/numbers.ts'
import { checkState, CountrySchema, StateSchema, withStateCode } from '../shared/place-codes.ts'
import { postalKey, wrongPostalStart } from '../shared/postal-key.ts'
import { ppmFromRate } from '../shared/rate.ts'
import { boundedText, requiredText } from '../shared/text.ts'

/** Where the store collects tax, from when to when, and at which rate. */
export type TaxRegion = {
  id: string
  country: string
  /** A state, by its code. Null: the whole country, or the postal codes in any state of it. */
  region: string | null
  /** The first and the last postal code, or their beginnings, as `postalKey` writes them; both or neither. */
  postalFrom: string | null
  postalTo: string | null
  name: string
  /** In parts per million: 6.25 % is 62,500. */
  ratePpm: number
  deliveryTaxed: boolean
  coreTaxed: boolean
  /** Whether a core that is returned without its part gives back its tax. */
  coreTaxRefunded: boolean
  /** The first and the last day, "2026-11-21", both included. Null: without end. */
  validFrom: string
  validTo: string | null
}

/** The highest rate, in percent: more is a slip of the keyboard. */
export const MAX_RATE = 30

const NO_RATE = 'Enter a rate in percent, such as 6.25'

const RateSchema = numeric(
  requiredNumber('Enter the rate', NO_RATE)
    .min(0, 'Enter at least 0')
    .max(MAX_RATE, { error: `Enter at most ${MAX_RATE}`, abort: true })
    .refine((rate) => ppmFromRate(rate) !== null, 'Enter at most four decimals'),
)

const PostalSchema = boundedText(20).overwrite(postalKey).min(1, 'Enter a postal code, or its beginning')

/** A region as the API returns it. */
export const TaxRegionSchema = z.object({
  _id: z.string(),
  country: z.string(),
  region: z.string().optional(),
  postalFrom: z.string().optional(),
  postalTo: z.string().optional(),
  name: z.string(),
  /** In percent, with at most four decimals. */
  rate: z.number(),
  deliveryTaxed: z.boolean(),
  coreTaxed: z.boolean(),
  coreTaxRefunded: z.boolean(),
  validFrom: z.string(),
  validTo: z.string().optional(),
})
export type ShownTaxRegion = z.infer<typeof TaxRegionSchema>

/** A region of the API as the rules of tax have it. */
export function taxRegionOf({ _id: id, rate, ...shown }: ShownTaxRegion): TaxRegion {
  const { region = null, postalFrom = null, postalTo = null, validTo = null } = shown
  return { ...shown, id, region, postalFrom, postalTo, validTo, ratePpm: ppmFromRate(rate) ?? 0 }
}

/** Body of `POST /tax-regions`. */
export const AddTaxRegionInput = z
  .object({
    country: CountrySchema,
    region: StateSchema.optional(),
    postalFrom: PostalSchema.optional(),
    postalTo: PostalSchema.optional(),
    name: requiredText('Enter a name, such as Illinois', 60),
    rate: RateSchema,
    deliveryTaxed: z.boolean().default(false),
    coreTaxed: z.boolean().default(false),
    coreTaxRefunded: z.boolean().default(false),
    validFrom: DaySchema,
    validTo: DaySchema.optional(),
  })
  .overwrite(withStateCode)
  .superRefine(checkState)
  .superRefine(({ country, postalFrom, postalTo, validFrom, validTo }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (postalFrom !== undefined && postalTo === undefined)
      refuse('postalTo', 'Enter the last postal code too; it may be the same')
    if (postalFrom === undefined && postalTo !== undefined)
      refuse('postalFrom', 'Enter the first postal code too; it may be the same')
    if (postalFrom !== undefined && postalTo !== undefined && postalFrom > postalTo)
      refuse('postalTo', 'Enter one that is not before the first')
    for (const [field, start] of Object.entries({ postalFrom, postalTo })) {
      const wanted = start === undefined ? null : wrongPostalStart(country, start)
      if (wanted !== null) refuse(field, `Enter ${wanted}`)
    }
    if (validTo !== undefined && validTo < validFrom) refuse('validTo', BEFORE_FIRST_DAY)
  })
export type AddTaxRegionInput = z.infer<typeof AddTaxRegionInput>

/** The message for a last day before the first. */
export const BEFORE_FIRST_DAY = 'Enter a day that is not before the first'

/** Body of `PATCH /tax-region/{id}`; null: without end. */
export const EndTaxRegionInput = z.object({ validTo: DaySchema.nullable() })
export type EndTaxRegionInput = z.infer<typeof EndTaxRegionInput>
