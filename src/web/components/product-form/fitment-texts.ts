import type { FitmentQuery } from '#domain/vehicles/fitment.ts'
import type { VehicleChoices } from '#domain/vehicles/vehicle.ts'

/** The selects that name a vehicle, in order. */
const steps = ['make', 'model', 'yearFrom', 'yearTo', 'engine'] as const
export type FitmentStep = (typeof steps)[number]

/** The values of the selects; '' is nothing chosen, and for the engine every engine. */
export type FitmentTexts = Record<FitmentStep, string>
export const noFitment: FitmentTexts = { make: '', model: '', yearFrom: '', yearTo: '', engine: '' }

/** The options from the store, and the choice they were fetched for. */
export type KnownChoices = { query: FitmentTexts; choices: VehicleChoices }

/** With this select and all later ones cleared. */
export function clearFrom(step: FitmentStep, texts: FitmentTexts): FitmentTexts {
  const earlier = steps.slice(0, steps.indexOf(step))
  return { ...noFitment, ...Object.fromEntries(earlier.map((name) => [name, texts[name]])) }
}

/** As the schemas expect it: years are numbers, empty selects are omitted. */
export function fitmentInput({ make, model, yearFrom, yearTo }: FitmentTexts): FitmentQuery {
  return {
    ...(make && { make }),
    ...(model && { model }),
    ...(yearFrom && { yearFrom: Number(yearFrom) }),
    ...(yearTo && { yearTo: Number(yearTo) }),
  }
}

/** The options of each select; empty when they were fetched for another choice. */
export function fitmentChoices(texts: FitmentTexts, { query, choices }: KnownChoices) {
  const { makes, models, years, engines } = choices
  const fetchedFor = (...chosen: FitmentStep[]) =>
    chosen.every((step) => texts[step] !== '' && texts[step] === query[step])
  const ofModel = fetchedFor('make', 'model') ? years : []
  return {
    make: makes,
    model: fetchedFor('make') ? models : [],
    yearFrom: ofModel,
    yearTo: texts.yearFrom === '' ? [] : ofModel.filter((year) => year >= Number(texts.yearFrom)),
    engine: fetchedFor('make', 'model', 'yearFrom', 'yearTo') ? engines : [],
  }
}
