import type { FitmentQuery } from '#domain/vehicles/fitment.ts'
import type { VehicleChoices } from '#domain/vehicles/vehicle.ts'

/** The steps of the row that names a vehicle, in their order. */
const steps = ['make', 'model', 'yearFrom', 'yearTo', 'engine'] as const
export type FitmentStep = (typeof steps)[number]

/** What is chosen, as the selects have it; '' is open, and every engine at the engine. */
export type FitmentTexts = Record<FitmentStep, string>
export const noFitment: FitmentTexts = { make: '', model: '', yearFrom: '', yearTo: '', engine: '' }

/** The choices that the store gave, and for what. */
export type KnownChoices = { asked: FitmentTexts; choices: VehicleChoices }

/** With this step and all later ones open again. */
export function openFrom(step: FitmentStep, texts: FitmentTexts): FitmentTexts {
  const kept = steps.slice(0, steps.indexOf(step))
  return { ...noFitment, ...Object.fromEntries(kept.map((name) => [name, texts[name]])) }
}

/** What is chosen as the schemas take it: years are numbers, open steps are left out. */
export function fitmentInput({ make, model, yearFrom, yearTo }: FitmentTexts): FitmentQuery {
  return {
    ...(make && { make }),
    ...(model && { model }),
    ...(yearFrom && { yearFrom: Number(yearFrom) }),
    ...(yearTo && { yearTo: Number(yearTo) }),
  }
}

/** What each select offers. A list that was given for another choice than the present one is not offered: it is empty. */
export function fitmentChoices(texts: FitmentTexts, { asked, choices }: KnownChoices) {
  const { makes, models, years, engines } = choices
  const givenFor = (...chosen: FitmentStep[]) =>
    chosen.every((step) => texts[step] !== '' && texts[step] === asked[step])
  const ofModel = givenFor('make', 'model') ? years : []
  return {
    make: makes,
    model: givenFor('make') ? models : [],
    yearFrom: ofModel,
    yearTo: texts.yearFrom === '' ? [] : ofModel.filter((year) => year >= Number(texts.yearFrom)),
    engine: givenFor('make', 'model', 'yearFrom', 'yearTo') ? engines : [],
  }
}
