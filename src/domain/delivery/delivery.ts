import { z } from 'zod'
import { COUNTRY_CODES } from '../shared/countries.ts'
import { boundedList } from '../shared/lists.ts'
import { centsFromDollars, dollarsFromCents, MAX_CHARGE_CENTS } from '../shared/money.ts'
import { numeric, requiredNumber, wholeNumber } from '../shared/numbers.ts'
import { postalKey, wrongPostalStart } from '../shared/postal-key.ts'
import { isRegionOf, regionCode, subdivisionsOf } from '../shared/subdivisions.ts'
import { boundedText, requiredLine } from '../shared/text.ts'
import { checkDelivery, MAX_AREAS } from './check-delivery.ts'
import type { DeliveryTable } from './delivery-table.ts'

export const MAX_METHODS = 50
export const MAX_ZONES = 100
/** Characters of a region. The database has as many. */
const MAX_REGION = 40
/** Steps, and terms, of all methods and zones together. */
const MAX_ROWS = 5000
/** The last step of a method that carries any weight: 1,000 t. */
export const ANY_WEIGHT_GRAMS = 1_000_000_000

const Id = z.uuid('Must be a UUID').toLowerCase()
const Reference = boundedText(36).toLowerCase()

const dollars = numeric(
  requiredNumber('Enter an amount', 'Enter an amount, such as 7.99')
    .min(0, 'Must not be less than 0')
    .refine((amount) => centsFromDollars(amount) !== null, 'Has at most two decimals')
    .refine((amount) => amount * 100 <= MAX_CHARGE_CENTS, 'Must be at most 999999.99'),
)

const AreaSchema = z
  .object({
    country: boundedText(10)
      .overwrite((country) => country.trim().toUpperCase())
      .refine((country) => COUNTRY_CODES.has(country), 'Must be a country’s code, such as US'),
    /** A state or province by its name or code; it is stored as the code. */
    region: boundedText(MAX_REGION).trim().min(1, 'Must not be blank').optional(),
    postalPrefix: boundedText(12)
      .overwrite(postalKey)
      .min(1, 'Must be the beginning of a postal code')
      .optional(),
  })
  .overwrite((area) =>
    area.region === undefined ? area : { ...area, region: regionCode(area.country, area.region) ?? '' },
  )
  .refine(({ country, region }) => region === undefined || isRegionOf(country, region), {
    path: ['region'],
    error: ({ input }) => {
      const known = subdivisionsOf((input as { country: string }).country)
      return `Must be a ${known?.called} by its name or code, such as ${known?.list[0]?.key}`
    },
  })
  // Some letters become two in capitals.
  .refine(({ region = '' }) => region.length <= MAX_REGION, {
    path: ['region'],
    error: `Please keep this to ${MAX_REGION} characters`,
  })
  .superRefine(({ country, postalPrefix }, context) => {
    const wanted = postalPrefix === undefined ? null : wrongPostalStart(country, postalPrefix)
    if (wanted !== null)
      context.addIssue({ code: 'custom', path: ['postalPrefix'], message: `Must be ${wanted}` })
  })

const MethodSchema = z.object({
  /** Chosen by the client, for the prices to name it. */
  _id: Id,
  name: requiredLine('Enter a name', 60),
  daysMin: wholeNumber([0, 365]),
  daysMax: wholeNumber([0, 365]),
  carriesOversize: z.boolean(),
  carriesDangerous: z.boolean(),
  toPoBox: z.boolean(),
  active: z.boolean(),
})

const ZoneSchema = z.object({
  _id: Id,
  name: requiredLine('Enter a name', 60),
  areas: boundedList(AreaSchema, MAX_AREAS, `Enter at most ${MAX_AREAS} areas`),
})

/** The response of `GET /delivery`, and the body of `PUT /delivery`. Amounts are dollars. */
export const DeliverySchema = z
  .object({
    /** As loaded, so that another admin's change is not overwritten. 0: nothing was entered yet. */
    revision: wholeNumber([0, 2_147_483_647]),
    methods: boundedList(MethodSchema, MAX_METHODS, `Enter at most ${MAX_METHODS} methods`),
    zones: boundedList(ZoneSchema, MAX_ZONES, `Enter at most ${MAX_ZONES} zones`),
    prices: boundedList(
      z.object({
        methodId: Reference,
        zoneId: Reference,
        upToGrams: wholeNumber([1, ANY_WEIGHT_GRAMS]),
        price: dollars,
      }),
      MAX_ROWS,
      `Enter at most ${MAX_ROWS} prices`,
    ),
    terms: boundedList(
      z.object({
        methodId: Reference,
        zoneId: Reference,
        /** What the parts must cost for the delivery to be free, before tax and core deposits. */
        freeFrom: dollars.optional(),
        /** Added for each oversize piece. */
        oversize: dollars,
      }),
      MAX_ROWS,
      `Enter at most ${MAX_ROWS} terms`,
    ),
  })
  .superRefine(checkDelivery)
export type Delivery = z.infer<typeof DeliverySchema>

/** The delivery of the API as quotes read it. */
export function tableOf({ methods, zones, prices, terms }: Omit<Delivery, 'revision'>): DeliveryTable {
  return {
    methods: methods.map(({ _id: id, ...method }) => ({ id, ...method })),
    zones: zones.map(({ _id: id, name, areas }) => ({
      id,
      name,
      areas: areas.map(({ country, region = null, postalPrefix = null }) => ({
        country,
        region,
        postalPrefix,
      })),
    })),
    prices: prices.map(({ price, ...step }) => ({ ...step, priceCents: Math.round(price * 100) })),
    terms: terms.map(({ freeFrom, oversize, ...term }) => ({
      ...term,
      freeFromCents: freeFrom === undefined ? null : Math.round(freeFrom * 100),
      oversizeCents: Math.round(oversize * 100),
    })),
  }
}

/** The table of quotes as the API returns it. */
export function deliveryOf(revision: number, { methods, zones, prices, terms }: DeliveryTable): Delivery {
  return {
    revision,
    methods: methods.map(({ id: _id, ...method }) => ({ _id, ...method })),
    zones: zones.map(({ id: _id, name, areas }) => ({
      _id,
      name,
      areas: areas.map(({ country, region, postalPrefix }) => ({
        country,
        ...(region !== null && { region }),
        ...(postalPrefix !== null && { postalPrefix }),
      })),
    })),
    prices: prices.map(({ priceCents, ...step }) => ({ ...step, price: dollarsFromCents(priceCents) })),
    terms: terms.map(({ freeFromCents, oversizeCents, ...term }) => ({
      ...term,
      ...(freeFromCents !== null && { freeFrom: dollarsFromCents(freeFromCents) }),
      oversize: dollarsFromCents(oversizeCents),
    })),
  }
}
