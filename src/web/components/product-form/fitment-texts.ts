import type { FitmentChoices, FitmentQuery } from '#domain/vehicles/fitment.ts'

/** The values of the vehicle selects, in order; '' means not chosen, and for variant and engine "all". */
export const noFitment = { make: '', model: '', yearFrom: '', yearTo: '', variant: '', engine: '' }
export type FitmentTexts = typeof noFitment
export type FitmentStep = keyof FitmentTexts
const steps = Object.keys(noFitment) as FitmentStep[]

/** The options from the store, and the choice they were fetched for. */
export type KnownChoices = { query: FitmentTexts; choices: FitmentChoices }

/** The values with this select and all later ones cleared. */
export function clearFrom(step: FitmentStep, texts: FitmentTexts): FitmentTexts {
  const earlier = steps.slice(0, steps.indexOf(step))
  return { ...noFitment, ...Object.fromEntries(earlier.map((name) => [name, texts[name]])) }
}

/** The values as the schemas expect them: years are numbers, empty selects are omitted. */
export function fitmentInput({ make, model, yearFrom, yearTo, variant }: FitmentTexts): FitmentQuery {
  return {
    ...(make && { make }),
    ...(model && { model }),
    ...(yearFrom && { yearFrom: Number(yearFrom) }),
    ...(yearTo && { yearTo: Number(yearTo) }),
    ...(variant && { variant }),
  }
}

/** The options of each select; empty when they were fetched for another choice. */
export function fitmentChoices(texts: FitmentTexts, { query, choices }: KnownChoices) {
  const { makes, models, years, variants, engines } = choices
  const fetchedFor = (...chosen: FitmentStep[]) =>
    chosen.every((step) => texts[step] !== '' && texts[step] === query[step])
  const ofYears = fetchedFor('make', 'model', 'yearFrom', 'yearTo')
  const ofModel = fetchedFor('make', 'model') ? years : []
  return {
    make: makes,
    model: fetchedFor('make') ? models : [],
    yearFrom: ofModel,
    yearTo: texts.yearFrom === '' ? [] : ofModel.filter((year) => year >= Number(texts.yearFrom)),
    variant: ofYears ? variants : [],
    engine: ofYears && texts.variant === query.variant ? engines : [],
  }
}
