import { formatDay } from '../shared/day.ts'
import { isWholeVehicle } from './chosen-vehicle.ts'
import { FIT_FACTS, type FitFact, type FitVerdict } from './fit-verdict.ts'
import { type Fitment, fitsVehicle } from './fitment.ts'
import { engineKeyLabel, parseEngineKey, type VehicleQuery } from './vehicle.ts'

/** A known vehicle of the chosen make, year and model: its variant and its engine's key. */
export type VehicleConfiguration = { variant: string; engine: string }

/** More values of a fact are only counted. */
const MAX_NAMED_VALUES = 3

/**
 * Decides whether a part fits a vehicle.
 * - `unknown`: the part lists no vehicles, the model is open, or no fitment covers the vehicle and the
 * store does not know it.
 * - `does_not_fit`: the store knows the vehicle, and no fitment of the part covers it. One fitment counts as
 * a complete list.
 * - `fits`: fitments without conditions (drive, body, build date, option) cover every variant and engine in
 * `known`, or every variant with the chosen engine.
 * - `fits_if`: fitments cover it only under conditions, or its year is open; `missing` says what to ask.
 * @param known variants and engines of the chosen make, year and model.
 */
export function evaluateFit(
  fitments: readonly Fitment[],
  vehicle: VehicleQuery,
  known: readonly VehicleConfiguration[],
): FitVerdict {
  if (fitments.length === 0) return { verdict: 'unknown', reason: 'No vehicles are listed for this part' }
  const matching = fitments.filter((fitment) => fitsVehicle([fitment], vehicle))
  if (!isWholeVehicle(vehicle)) return evaluateUnfinished(matching, vehicle)
  const engine = vehicle.engine !== undefined && parseEngineKey(vehicle.engine) ? vehicle.engine : null
  const ofEngine = known.filter((one) => engine === null || one.engine === engine)
  if (matching.length === 0)
    return ofEngine.length > 0
      ? { verdict: 'does_not_fit', reason: 'This part isn’t listed for this vehicle' }
      : { verdict: 'unknown', reason: 'We don’t know this vehicle' }

  const possible: PossibleVehicle[] = ofEngine.length > 0 ? ofEngine : [{ variant: null, engine }]
  const isCovered = (one: PossibleVehicle) =>
    matching.some((fitment) => !isConditional(fitment) && covers(fitment, one))
  if (possible.every(isCovered))
    return {
      verdict: 'fits',
      reason: ['Listed for this vehicle', ...positionText(matching)].join('. '),
      ...quantityOf([
        ...possible.map((one) =>
          matching.filter((fitment) => !isConditional(fitment) && covers(fitment, one)),
        ),
        ...matching.filter(isConditional).map((fitment) => [fitment]),
      ]),
    }

  const asked = matching
    .map((fitment) => ({ fitment, facts: factsToKnow(fitment, possible) }))
    .toSorted((a, b) => compareFacts(a.facts, b.facts))
  const missing = asked[0]?.facts ?? []
  const alternatives = asked.flatMap(({ fitment, facts }) =>
    facts.join() === missing.join() ? [fitment] : [],
  )
  return {
    verdict: 'fits_if',
    reason: [
      `Fits if ${conditionsText(alternatives, missing)}`,
      ...(alternatives.length < matching.length ? ['Other listed vehicles have different conditions'] : []),
      ...positionText(matching),
    ].join('. '),
    missing,
    ...quantityOf([...Map.groupBy(matching, conditionsKey).values()]),
  }
}

/** The verdict while make, year or model is open: fitments that may fit only tell which steps to choose. */
function evaluateUnfinished(fitments: readonly Fitment[], vehicle: VehicleQuery): FitVerdict {
  const missing = FIT_FACTS.filter(
    (fact) => (fact === 'make' || fact === 'year' || fact === 'model') && vehicle[fact] === undefined,
  )
  const asked = new Intl.ListFormat('en').format(missing)
  if (vehicle.model === undefined || fitments.length === 0)
    return { verdict: 'unknown', reason: `Choose the ${asked} to see whether it fits`, missing }
  return { verdict: 'fits_if', reason: `Fits in some years. Choose the ${asked} to be sure`, missing }
}

/** A vehicle that the chosen one may be; null means unknown. */
type PossibleVehicle = { [key in keyof VehicleConfiguration]: string | null }

/** Whether the fitment covers this vehicle, provided its other conditions hold. */
function covers(fitment: Fitment, one: PossibleVehicle): boolean {
  return (
    (fitment.variant === null || fitment.variant === one.variant) &&
    (fitment.engine === null || fitment.engine === one.engine)
  )
}

function isConditional({ drive, body, builtFrom, builtTo, option }: Fitment): boolean {
  return [drive, body, builtFrom, builtTo, option].some((condition) => condition !== null)
}

/** The facts of a fitment on which the possible vehicles differ. Empty only if it covers them all. */
function factsToKnow(fitment: Fitment, possible: readonly PossibleVehicle[]): FitFact[] {
  const differs = (fact: 'engine' | 'variant') =>
    fitment[fact] !== null && possible.some((one) => one[fact] !== fitment[fact])
  const isOpen: Partial<Record<FitFact, boolean>> = {
    engine: differs('engine'),
    variant: differs('variant'),
    drive: fitment.drive !== null,
    body: fitment.body !== null,
    built: fitment.builtFrom !== null || fitment.builtTo !== null,
    option: fitment.option !== null,
  }
  return FIT_FACTS.filter((fact) => isOpen[fact])
}

/** Fewer questions first; with equal numbers, those that the finder can ask. */
function compareFacts(a: readonly FitFact[], b: readonly FitFact[]): number {
  const rank = (facts: readonly FitFact[]) => facts.map((fact) => FIT_FACTS.indexOf(fact)).join()
  return a.length - b.length || rank(a).localeCompare(rank(b), 'en')
}

const orList = (texts: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(texts)

/** "its engine is 1.8 L, 4 cylinders or 2.0 L, 4 cylinders", for fitments with the same open facts. */
function conditionsText(fitments: readonly Fitment[], facts: readonly FitFact[]): string {
  const [fact, ...others] = facts
  if (fact !== undefined && others.length === 0) return factText(fitments, fact)
  const each = [
    ...new Set(
      fitments.map((fitment) =>
        new Intl.ListFormat('en').format(facts.map((one) => factText([fitment], one))),
      ),
    ),
  ]
  return each.length > MAX_NAMED_VALUES ? `it is one of ${each.length} listed variations` : each.join(', or ')
}

const DRIVE_LABELS = {
  FWD: 'front-wheel drive',
  RWD: 'rear-wheel drive',
  AWD: 'all-wheel drive',
  '4WD': 'four-wheel drive',
}

/** The condition on one fact under which one of the fitments applies. */
function factText(fitments: readonly Fitment[], fact: FitFact): string {
  const values = (valueOf: (fitment: Fitment) => string | null) => [
    ...new Set(fitments.map((fitment) => valueOf(fitment) ?? '')),
  ]
  const named = (is: string, valueOf: (fitment: Fitment) => string | null, isOneOf: string, what: string) => {
    const texts = values(valueOf)
    if (texts.length > MAX_NAMED_VALUES) return `${isOneOf} ${texts.length} listed ${what}`
    return `${is} ${orList(texts)}`
  }
  switch (fact) {
    case 'engine':
      return named('its engine is', ({ engine }) => engineKeyLabel(engine), 'its engine is one of', 'engines')
    case 'variant':
      return named('its variant is', ({ variant }) => variant, 'its variant is one of', 'variants')
    case 'drive':
      return `it has ${orList(values(({ drive }) => drive && DRIVE_LABELS[drive]))}`
    case 'body':
      return named('its body is', ({ body }) => body, 'its body is one of', 'body types')
    case 'built':
      return named('it was built', builtText, 'it was built in one of', 'periods')
    default:
      return optionsText(fitments)
  }
}

function builtText({ builtFrom, builtTo }: Fitment): string {
  if (builtFrom && builtTo) return `between ${formatDay(builtFrom)} and ${formatDay(builtTo)}`
  return builtFrom
    ? `on or after ${formatDay(builtFrom)}`
    : `on or before ${builtTo ? formatDay(builtTo) : 'today'}`
}

/**
 * "it comes with sport suspension or without ABS" for equipment, "it was built up to 6/16/12" for days, and
 * the words of the supplier for anything else: "this applies: Turbo only".
 */
function optionsText(fitments: readonly Fitment[]): string {
  const options = [...new Set(fitments.flatMap(({ option }) => option ?? []))]
  if (options.length > MAX_NAMED_VALUES) return `it has one of ${options.length} listed options`
  const [equipment, built] = [options.map(equipmentText), options.map(daysText)]
  if (equipment.every((text) => text !== null)) return `it comes ${orList(equipment)}`
  if (built.every((text) => text !== null)) return `it was built ${orList(built)}`
  return `this applies: ${options.join('; or: ')}`
}

/** "with ABS", "without ABS", also for "w/ ABS" and "w/o ABS"; null for other texts. */
function equipmentText(option: string): string | null {
  const text = option.replace(/^w\/o\b\.? ?/i, 'without ').replace(/^w\/ ?/i, 'with ')
  return /^with(?:out)? \S/i.test(text) ? text.replace(/^with(?:out)?/i, (word) => word.toLowerCase()) : null
}

/** "up to 6/16/12", "before 03/2008"; null for other texts. */
function daysText(option: string): string | null {
  const words = option
    .trim()
    .toLowerCase()
    .replace(/^built /, '')
    .replace(/ production$/, '')
  return /^(?:up to|thru|through|until|to|from|before|after|since) \d[\d/.-]*$/.test(words) ? words : null
}

/** Where the part goes, if every fitment states it. */
function positionText(fitments: readonly Fitment[]): string[] {
  const positions = [...new Set(fitments.map(({ position }) => position))]
  return positions.includes(null) ? [] : [`Position: ${positions.join(', ')}`]
}

const conditionsKey = ({ variant, engine, drive, body, builtFrom, builtTo, option }: Fitment) =>
  JSON.stringify([variant, engine, drive, body, builtFrom, builtTo, option])

/** The units that the vehicle takes, if every case, given by its fitments, takes the same number. */
function quantityOf(cases: readonly (readonly Fitment[])[]): { quantity?: number } {
  const counts = cases.map(unitsOf)
  const [first] = counts
  return first && counts.every((count) => count?.key === first.key) ? { quantity: first.units } : {}
}

/**
 * The units of fitments that all apply; null if one does not state them, two disagree, or two positions may
 * be the same.
 */
function unitsOf(fitments: readonly Fitment[]): { units: number; key: string } | null {
  const byPosition = [...Map.groupBy(fitments, ({ position }) => position)].map(([position, same]) => {
    const [quantity, ...others] = [...new Set(same.map((fitment) => fitment.quantity))]
    return { position, quantity: others.length === 0 ? (quantity ?? null) : null }
  })
  let units = 0
  for (const [at, { position, quantity }] of byPosition.entries()) {
    const isApart = byPosition.slice(0, at).every((other) => areApart(other.position, position))
    if (quantity === null || !isApart) return null
    units += quantity
  }
  const key = byPosition.map(({ position, quantity }) => `${position} ${quantity}`).toSorted()
  return { units, key: key.join() }
}

const OPPOSITES = [
  ['front', 'rear'],
  ['left', 'right'],
  ['upper', 'lower'],
  ['inner', 'outer'],
] as const

/** Whether two positions are certainly different: "front left" and "rear", but not "front" and "left". */
function areApart(one: string | null, other: string | null): boolean {
  const [a, b] = [one?.split(' ') ?? [], other?.split(' ') ?? []]
  return OPPOSITES.some(([x, y]) => (a.includes(x) && b.includes(y)) || (a.includes(y) && b.includes(x)))
}
