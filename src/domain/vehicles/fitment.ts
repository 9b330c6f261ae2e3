import { z } from 'zod'
import { DaySchema, formatDay } from '../shared/day.ts'
import { cursorNumber } from '../shared/lists.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { boundedText, requiredText } from '../shared/text.ts'
import { vehicleLabel } from './chosen-vehicle.ts'
import { POSITIONS } from './position.ts'
import {
  ENGINE_KEY,
  engineKey,
  engineKeyLabel,
  modelYear,
  parseEngineKey,
  VehicleQuery,
  VehicleChoicesSchema,
} from './vehicle.ts'

/** An engine without data, such as an electric one: a fitment cannot distinguish it from "every engine". */
export const UNKNOWN_ENGINE = engineKey({ displacementL: null, cylinders: null })

const MAX_VARIANT_LENGTH = 120

export const DRIVES = ['FWD', 'RWD', 'AWD', '4WD'] as const

/** Units of one part that a vehicle can take. */
export const MAX_QUANTITY = 99

export const MAX_BODY_LENGTH = 60
export const MAX_OPTION_LENGTH = 120
export const MAX_NOTE_LENGTH = 500

const NOT_A_QUANTITY = `Enter the quantity per vehicle, 1 to ${MAX_QUANTITY}`

/**
 * The optional statements of a fitment; null is not stated. It covers only vehicles with its drive, body,
 * build date and option.
 */
const qualifiers = {
  /** Units per vehicle. */
  quantity: wholeNumber([1, MAX_QUANTITY], { notWhole: NOT_A_QUANTITY }).nullable().default(null),
  /** Where on the vehicle the part goes. Not a condition of its fit. */
  position: z.enum(POSITIONS, 'Choose a position from the list').nullable().default(null),
  drive: z.enum(DRIVES, 'Choose a drive from the list').nullable().default(null),
  /** For example "Coupe". */
  body: requiredText('Enter the body, or leave it out', MAX_BODY_LENGTH).nullable().default(null),
  builtFrom: DaySchema.nullable().default(null),
  builtTo: DaySchema.nullable().default(null),
  /** For example "with sport suspension". */
  option: requiredText('Enter the option, or leave it out', MAX_OPTION_LENGTH).nullable().default(null),
  note: requiredText('Enter a note, or leave it out', MAX_NOTE_LENGTH).nullable().default(null),
  /** The origin of the fitment: the shop's admins, or an imported ACES file. */
  source: z.enum(['shop', 'aces']).default('shop'),
}

/** The qualifiers of a fitment without any. */
export const UNQUALIFIED = /* @__PURE__ */ z.object(qualifiers).parse({})

/**
 * One fitment of a product: model years of one model, both ends included. `variant`: as EPA distinguishes
 * them ("Pickup 4WD", "Base" for the plain one), null for every variant. `engine`: the finder's key, null for
 * every engine.
 */
const FitmentFields = z.object({
  make: requiredText('Choose a make', 60),
  model: requiredText('Choose a model', 100),
  variant: requiredText('Choose a variant, or every variant', MAX_VARIANT_LENGTH).nullable().default(null),
  yearFrom: modelYear({ notWhole: 'Choose the first year' }),
  yearTo: modelYear({ notWhole: 'Choose the last year' }),
  engine: boundedText(20, { missing: 'Choose an engine, or every engine' })
    .regex(ENGINE_KEY, 'Choose an engine from the list, or every engine')
    .refine((key) => key !== UNKNOWN_ENGINE, 'Nothing is known about this engine: choose every engine')
    .nullable()
    .default(null),
  ...qualifiers,
})
export const FitmentSchema = FitmentFields.refine(({ yearFrom, yearTo }) => yearFrom <= yearTo, {
  path: ['yearTo'],
  error: 'The last year is before the first. Choose the same year or a later one.',
}).refine(({ builtFrom, builtTo }) => builtFrom === null || builtTo === null || builtFrom <= builtTo, {
  path: ['builtTo'],
  error: 'The last day is before the first. Choose the same day or a later one.',
})
export type Fitment = z.infer<typeof FitmentSchema>
/** A fitment in a request: values that are not stated may be left out. */
export type FitmentInput = z.input<typeof FitmentSchema>

/** The other names of a fitment's years, as in `GET /product/{id}/fitments`. */
type YearNames = { fromYear?: unknown; toYear?: unknown }

/**
 * A fitment as programs may send it: with `fromYear` and `toYear` for `yearFrom` and `yearTo`. If both are
 * given, the latter count.
 */
export const FitmentBody = z.preprocess((fitment: FitmentInput | (object & YearNames)) => {
  if (typeof fitment !== 'object' || fitment === null) return fitment
  if (!('fromYear' in fitment || 'toYear' in fitment)) return fitment
  const { fromYear, toYear, ...given } = fitment
  return { yearFrom: fromYear, yearTo: toYear, ...given }
}, FitmentSchema)

/** A fitment as `GET /product/{id}/fitments` returns it. `_id` is valid until the part's list is changed. */
export const FitmentListItem = FitmentSchema.safeExtend({
  _id: z.string(),
  fromYear: z.number().int(),
  toYear: z.number().int(),
})

/** Fitments per product that admins can enter; an imported product may have more. */
export const MAX_FITMENTS = 200

/** The fields of a fitment except its years and source. */
export const STATED_FIELDS = FitmentFields.omit({ yearFrom: true, yearTo: true, source: true }).keyof()
  .options

/** A unique key of a fitment: two that differ only in their source are the same. */
export function fitmentKey(fitment: Fitment): string {
  return JSON.stringify([fitment.yearFrom, fitment.yearTo, ...STATED_FIELDS.map((field) => fitment[field])])
}

/**
 * The label of a fitment: "2006–2011 Honda Civic, 1.8 L, 4 cylinders"; with one year and a variant "2009
 * Honda Civic Hybrid".
 */
export function fitmentLabel({ make, model, variant, yearFrom, yearTo, engine }: Fitment): string {
  const years = yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`
  const named = { make, model: variant ? `${model} ${variant}` : model }
  return `${years} ${vehicleLabel(named, engineKeyLabel(engine))}`
}

/**
 * The statements of a fitment besides its vehicles: ["AWD", "Coupe", "built until Mar 1, 2011", "front
 * left", "2 per vehicle", "with the clips"]. `countOf`: a quantity with the part's unit.
 */
export function fitmentDetails(fitment: Fitment, countOf: (quantity: number) => string = String): string[] {
  const { drive, body, builtFrom, builtTo, option, position, quantity, note } = fitment
  const from = builtFrom && formatDay(builtFrom)
  const to = builtTo && formatDay(builtTo)
  return [
    drive,
    body,
    from && to ? `built ${from} to ${to}` : from ? `built from ${from}` : to && `built until ${to}`,
    option,
    position,
    quantity === null ? null : `${countOf(quantity)} per vehicle`,
    note,
  ].filter((detail) => detail !== null)
}

/** The label and the details in one text. */
export function fitmentSummary(fitment: Fitment): string {
  return [fitmentLabel(fitment), ...fitmentDetails(fitment)].join(' · ')
}

/** Ids of fitments are PostgreSQL integers. */
const MAX_FITMENT_ID = 2_147_483_647
const NO_SUCH_FITMENT = 'This is not a line of the list: send the _id of the last line returned'

/**
 * Which fitments of a product are listed: `first` is their maximum number, from the start or after the one
 * with the _id `after`.
 */
export const ListFitmentsQuery = z.object({
  first: wholeNumber([1, 1000]).default(100),
  after: cursorNumber(10, NO_SUCH_FITMENT)
    .refine((id) => Number(id) <= MAX_FITMENT_ID, NO_SUCH_FITMENT)
    .optional(),
})
export type ListFitmentsQuery = z.infer<typeof ListFitmentsQuery>

/** The choices of a fitment so far. */
export const FitmentQuery = VehicleQuery.pick({ make: true, model: true }).extend({
  yearFrom: VehicleQuery.shape.year,
  yearTo: VehicleQuery.shape.year,
  variant: boundedText(MAX_VARIANT_LENGTH).trim().optional(),
})
export type FitmentQuery = z.infer<typeof FitmentQuery>

/**
 * The next choices for a fitment: make → model → years → variant → engine. Lists below the first open choice
 * are empty; the variant may stay open.
 */
export const FitmentChoicesSchema = VehicleChoicesSchema.extend({ variants: z.array(z.string()) })
export type FitmentChoices = z.infer<typeof FitmentChoicesSchema>

/**
 * Whether a product with these fitments may fit the vehicle: open choices do not filter, and without a make
 * every product fits. The vehicle's variant is not known. The same rule in SQL: `fitting` in
 * search/parse-search.server.ts.
 */
export function fitsVehicle(fitments: readonly Fitment[], vehicle: VehicleQuery): boolean {
  if (!vehicle.make) return true
  const engine = vehicle.engine ? parseEngineKey(vehicle.engine) : null
  return fitments.some(
    (fitment) =>
      fitment.make === vehicle.make &&
      (!vehicle.model || fitment.model === vehicle.model) &&
      (!vehicle.year || (fitment.yearFrom <= vehicle.year && vehicle.year <= fitment.yearTo)) &&
      (!engine || fitment.engine === null || fitment.engine === engineKey(engine)),
  )
}
