import { z } from 'zod'
import { wholeNumber } from '../shared/numbers.ts'
import { boundedText, requiredText } from '../shared/text.ts'
import { vehicleName } from './chosen-vehicle.ts'
import {
  ENGINE_KEY,
  engineKey,
  engineLabel,
  FIRST_YEAR,
  LAST_YEAR,
  parseEngineKey,
  VehicleQuery,
  YEAR_WORDS,
  VehicleChoicesSchema,
} from './vehicle.ts'

/** The key of an engine without data, such as an electric one: a fitment cannot distinguish it from "every engine". */
export const UNKNOWN_ENGINE = engineKey({ displacementL: null, cylinders: null })

const MAX_VARIANT = 120

const year = (missing: string) => wholeNumber([FIRST_YEAR, LAST_YEAR], { ...YEAR_WORDS, notWhole: missing })

/**
 * One fitment of a product: model years of one model, both ends included. `variant`: as EPA distinguishes them ("Pickup 4WD", "Base" for the
 * plain one), null for every variant. `engine`: the finder's key, null for every engine.
 */
export const FitmentSchema = z
  .object({
    make: requiredText('Choose a make', 60),
    model: requiredText('Choose a model', 100),
    variant: requiredText('Choose a variant, or every variant', MAX_VARIANT).nullable().default(null),
    yearFrom: year('Choose the first year'),
    yearTo: year('Choose the last year'),
    engine: boundedText(20, { missing: 'Choose an engine, or every engine' })
      .regex(ENGINE_KEY, 'Choose an engine of the list, or every engine')
      .refine((key) => key !== UNKNOWN_ENGINE, 'This engine is not known any better: choose every engine')
      .nullable(),
  })
  .refine(({ yearFrom, yearTo }) => yearFrom <= yearTo, {
    path: ['yearTo'],
    error: 'The last year is before the first. Choose the same year or a later one.',
  })
export type Fitment = z.infer<typeof FitmentSchema>

/** Fitments per product. */
export const MAX_FITMENTS = 200

/** A unique key of a line. */
export function fitmentKey({ make, model, variant, yearFrom, yearTo, engine }: Fitment): string {
  return JSON.stringify([make, model, variant, yearFrom, yearTo, engine])
}

/** The label of a fitment: "2006–2011 Honda Civic, 1.8 L, 4 cylinders"; of one year and variant "2009 Honda Civic Hybrid". */
export function fitmentText({ make, model, variant, yearFrom, yearTo, engine }: Fitment): string {
  const years = yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`
  const known = engine === null ? null : parseEngineKey(engine)
  return `${years} ${vehicleName({ make, model: variant ? `${model} ${variant}` : model }, known ? engineLabel(known) : undefined)}`
}

/** The choices of a line so far. */
export const FitmentQuery = VehicleQuery.pick({ make: true, model: true }).extend({
  yearFrom: VehicleQuery.shape.year,
  yearTo: VehicleQuery.shape.year,
  variant: boundedText(MAX_VARIANT).trim().optional(),
})
export type FitmentQuery = z.infer<typeof FitmentQuery>

/** What a line can name next: make → model → years → variant → engine. Lists below the first open choice are empty; the variant may stay open. */
export const FitmentChoicesSchema = VehicleChoicesSchema.extend({ variants: z.array(z.string()) })
export type FitmentChoices = z.infer<typeof FitmentChoicesSchema>

/**
 * Whether a product with these fitments may fit the vehicle: open choices do not filter, and without a make every product fits. The
 * vehicle's variant is not known. The same rule as SQL: `fitting` in search/read-question.server.ts.
 */
export function fitsVehicle(fitments: readonly Fitment[], vehicle: VehicleQuery): boolean {
  if (!vehicle.make) return true
  const engine = vehicle.engine ? parseEngineKey(vehicle.engine) : null
  return fitments.some(
    (fits) =>
      fits.make === vehicle.make &&
      (!vehicle.model || fits.model === vehicle.model) &&
      (!vehicle.year || (fits.yearFrom <= vehicle.year && vehicle.year <= fits.yearTo)) &&
      (!engine || fits.engine === null || fits.engine === engineKey(engine)),
  )
}

/** How a product fits a vehicle: surely, only with some of its engines, only in some variants, or not as far as is known. */
export type Fit = 'sure' | 'some engines' | 'some variants' | 'not known'

/**
 * How a product with these fitments fits the vehicle. Without a chosen engine it is sure only where a line covers every engine
 * or the lines cover all `engines`, the keys of the model's known engines. It is never sure by a line of one variant, as finder and VIN do
 * not say which variant a vehicle is.
 */
export function fitOf(fitments: readonly Fitment[], vehicle: VehicleQuery, engines: readonly string[]): Fit {
  if (!fitsVehicle(fitments, vehicle)) return 'not known'
  const ofEveryVariant = fitments.filter(({ variant }) => variant === null)
  if (!fitsVehicle(ofEveryVariant, vehicle)) return 'some variants'
  if (vehicle.engine) return 'sure'
  const ofEveryEngine = ofEveryVariant.filter(({ engine }) => engine === null)
  if (fitsVehicle(ofEveryEngine, vehicle)) return 'sure'
  const withEach = engines.every((engine) => fitsVehicle(ofEveryVariant, { ...vehicle, engine }))
  return engines.length > 0 && withEach ? 'sure' : 'some engines'
}
