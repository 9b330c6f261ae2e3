import { dayText } from '../shared/day.ts'
import { isWholeVehicle } from './chosen-vehicle.ts'
import { FIT_FACTS, type FitFact, type FitVerdict } from './fit-verdict.ts'
import { type Fitment, fitsVehicle } from './fitment.ts'
import { engineName, parseEngineKey, type VehicleQuery } from './vehicle.ts'

/** One of the vehicles that have the chosen make, year and model: its variant and its engine's key. */
export type KnownVehicle = { variant: string; engine: string }

/** Values of a fact that are named; of more only the number. */
const NAMED = 3

/**
 * Whether a part with these lines fits the vehicle. A line for one variant, drive, body, build date or option never makes it sure, as the finder
 * asks for none of them: then the response names what has to be known. It is sure where lines without such conditions cover every vehicle in
 * `known`, those of the chosen make, year and model (without it, the vehicle's variant is not known, and without a chosen engine neither
 * is that). The list of a part counts as complete as soon as it has a line: a known vehicle that is
 * not on it does not fit.
 */
export function evaluateFit(
  fitments: readonly Fitment[],
  vehicle: VehicleQuery,
  known: readonly KnownVehicle[],
): FitVerdict {
  if (fitments.length === 0) return { verdict: 'unknown', reason: 'No vehicles are listed for this part' }
  const lines = fitments.filter((line) => fitsVehicle([line], vehicle))
  if (!isWholeVehicle(vehicle)) return judgeUnfinished(lines, vehicle)
  const engine = vehicle.engine !== undefined && parseEngineKey(vehicle.engine) ? vehicle.engine : null
  const ofEngine = known.filter((one) => engine === null || one.engine === engine)
  if (lines.length === 0)
    return ofEngine.length > 0
      ? { verdict: 'does_not_fit', reason: 'It is not among the vehicles listed for this part' }
      : { verdict: 'unknown', reason: 'We don’t know this vehicle' }

  const possible: PossibleVehicle[] = ofEngine.length > 0 ? ofEngine : [{ variant: null, engine }]
  const isCovered = (one: PossibleVehicle) => lines.some((line) => !isConditional(line) && covers(line, one))
  if (possible.every(isCovered))
    return {
      verdict: 'fits',
      reason: ['Listed for this vehicle', ...positionText(lines)].join('. '),
      ...quantityOf([
        ...possible.map((one) => lines.filter((line) => !isConditional(line) && covers(line, one))),
        ...lines.filter(isConditional).map((line) => [line]),
      ]),
    }

  const openFacts = new Map(lines.map((line) => [line, factsToKnow(line, possible)]))
  const factsOf = (line: Fitment) => openFacts.get(line) ?? []
  const [first, ...others] = lines.toSorted((a, b) => compareFacts(factsOf(a), factsOf(b)))
  if (!first) throw new Error('There is a line')
  const missing = factsOf(first)
  const alternatives = [first, ...others].filter((line) => factsOf(line).join() === missing.join())
  return {
    verdict: 'fits_if',
    reason: [
      `Fits if ${conditionsText(alternatives, missing)}`,
      ...(alternatives.length < lines.length ? ['Its list of vehicles has other conditions too'] : []),
      ...positionText(lines),
    ].join('. '),
    missing,
    ...quantityOf([...Map.groupBy(lines, conditionsKey).values()]),
  }
}

/** Make, year or model are open. Lines that may fit then say nothing but which to choose. */
function judgeUnfinished(lines: readonly Fitment[], vehicle: VehicleQuery): FitVerdict {
  const missing = FIT_FACTS.filter(
    (fact) => (fact === 'make' || fact === 'year' || fact === 'model') && vehicle[fact] === undefined,
  )
  const asked = new Intl.ListFormat('en').format(missing)
  if (vehicle.model === undefined || lines.length === 0)
    return { verdict: 'unknown', reason: `Choose the ${asked} to see whether it fits`, missing }
  return { verdict: 'fits_if', reason: `Fits in some years. Choose the ${asked} to be sure`, missing }
}

/** A vehicle that the chosen one may be; null is not known. */
type PossibleVehicle = { [key in keyof KnownVehicle]: string | null }

/** Whether the line means this vehicle, if what else it asks for is so. */
function covers(line: Fitment, one: PossibleVehicle): boolean {
  return (
    (line.variant === null || line.variant === one.variant) &&
    (line.engine === null || line.engine === one.engine)
  )
}

function isConditional({ drive, body, builtFrom, builtTo, option }: Fitment): boolean {
  return [drive, body, builtFrom, builtTo, option].some((condition) => condition !== null)
}

/** What a line asks for that is not the same of every possible vehicle. Empty only where the line covers them all. */
function factsToKnow(line: Fitment, possible: readonly PossibleVehicle[]): FitFact[] {
  const differs = (fact: 'engine' | 'variant') =>
    line[fact] !== null && possible.some((one) => one[fact] !== line[fact])
  const isOpen: Partial<Record<FitFact, boolean>> = {
    engine: differs('engine'),
    variant: differs('variant'),
    drive: line.drive !== null,
    body: line.body !== null,
    built: line.builtFrom !== null || line.builtTo !== null,
    option: line.option !== null,
  }
  return FIT_FACTS.filter((fact) => isOpen[fact])
}

/** Fewer questions first; of as many those that the finder can ask. */
function compareFacts(a: readonly FitFact[], b: readonly FitFact[]): number {
  const rank = (facts: readonly FitFact[]) => facts.map((fact) => FIT_FACTS.indexOf(fact)).join()
  return a.length - b.length || rank(a).localeCompare(rank(b), 'en')
}

const orList = (texts: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format([...new Set(texts)])

/** "its engine is 1.8 L, 4 cylinders or 2.0 L, 4 cylinders", of lines that ask for the same facts. */
function conditionsText(lines: readonly Fitment[], facts: readonly FitFact[]): string {
  const [fact, ...others] = facts
  if (fact !== undefined && others.length === 0) return factText(lines, fact)
  const each = [
    ...new Set(
      lines.map((line) => new Intl.ListFormat('en').format(facts.map((one) => factText([line], one)))),
    ),
  ]
  return each.length > NAMED
    ? `it is one of ${each.length} kinds in its list of vehicles`
    : each.join(', or ')
}

const DRIVE_WORDS = {
  FWD: 'front-wheel drive',
  RWD: 'rear-wheel drive',
  AWD: 'all-wheel drive',
  '4WD': 'four-wheel drive',
}

/** What must be so of one fact for one of the lines to fit. */
function factText(lines: readonly Fitment[], fact: FitFact): string {
  const values = (of: (line: Fitment) => string | null) => [...new Set(lines.map((line) => of(line) ?? ''))]
  const named = (what: string, of: (line: Fitment) => string | null, oneOf = what) => {
    const texts = values(of)
    return texts.length > NAMED
      ? `${oneOf} one of ${texts.length} in its list of vehicles`
      : `${what} ${orList(texts)}`
  }
  switch (fact) {
    case 'engine':
      return named('its engine is', ({ engine }) => engineName(engine))
    case 'variant':
      return named('its variant is', ({ variant }) => variant)
    case 'drive':
      return `it has ${orList(values(({ drive }) => drive && DRIVE_WORDS[drive]))}`
    case 'body':
      return named('its body is', ({ body }) => body)
    case 'built':
      return named('it was built', builtText)
    default:
      return named('it comes', optionText, 'it is')
  }
}

function builtText({ builtFrom, builtTo }: Fitment): string {
  if (builtFrom && builtTo) return `between ${dayText(builtFrom)} and ${dayText(builtTo)}`
  return builtFrom
    ? `on or after ${dayText(builtFrom)}`
    : `on or before ${builtTo ? dayText(builtTo) : 'today'}`
}

/** "with sport suspension", whether or not the shop wrote "with". */
function optionText({ option }: Fitment): string {
  const text = option ?? ''
  return /^with(?:out)?\b/i.test(text) ? text : `with ${text}`
}

/** Where the part goes, if every line says so. */
function positionText(lines: readonly Fitment[]): string[] {
  const positions = [...new Set(lines.map(({ position }) => position))]
  return positions.includes(null) ? [] : [`Position: ${positions.join(', ')}`]
}

const conditionsKey = ({ variant, engine, drive, body, builtFrom, builtTo, option }: Fitment) =>
  JSON.stringify([variant, engine, drive, body, builtFrom, builtTo, option])

/** The pieces that the vehicle takes, if it takes as many in each of these cases, whose lines are given. */
function quantityOf(cases: readonly (readonly Fitment[])[]): { quantity?: number } {
  const counts = cases.map(piecesOf)
  const [first] = counts
  if (first === undefined || first === null) return {}
  return counts.every((count) => count?.key === first.key) ? { quantity: first.pieces } : {}
}

/** The pieces of lines that are all meant; null where one does not say, two disagree, or two positions may be the same. */
function piecesOf(lines: readonly Fitment[]): { pieces: number; key: string } | null {
  const byPosition = [...Map.groupBy(lines, ({ position }) => position)].map(([position, same]) => {
    const [quantity, ...others] = [...new Set(same.map((line) => line.quantity))]
    return { position, quantity: others.length === 0 ? (quantity ?? null) : null }
  })
  let pieces = 0
  for (const [at, { position, quantity }] of byPosition.entries()) {
    const isApart = byPosition.slice(0, at).every((other) => areApart(other.position, position))
    if (quantity === null || !isApart) return null
    pieces += quantity
  }
  const key = byPosition.map(({ position, quantity }) => `${position} ${quantity}`).toSorted()
  return { pieces, key: key.join() }
}

const OPPOSITES = [
  ['front', 'rear'],
  ['left', 'right'],
  ['upper', 'lower'],
  ['inner', 'outer'],
] as const

/** Whether two positions are certainly two places: "front left" and "rear", but not "front" and "left". */
function areApart(one: string | null, other: string | null): boolean {
  const [a, b] = [one?.split(' ') ?? [], other?.split(' ') ?? []]
  return OPPOSITES.some(([x, y]) => (a.includes(x) && b.includes(y)) || (a.includes(y) && b.includes(x)))
}
