import type { DeliveryMethod, DeliveryTable, DeliveryZone, Place } from './delivery-table.ts'
import { type Problem, deliveryRefusal, listed, placeName, wholePounds } from './delivery-words.ts'
import { zoneOf } from './zone-of.ts'

/** `poBox`: as `isPoBox` recognizes it; false for a ZIP alone. */
export type Destination = Place & { poBox: boolean }

/** A line of a cart. `weightGrams`: of one piece; null: not known. */
export type DeliveredLine = {
  name: string
  quantity: number
  weightGrams: number | null
  oversize: boolean
  dangerous: boolean
}

export type DeliveryOption = {
  methodId: string
  name: string
  daysMin: number
  daysMax: number
  /** Null exactly when it is unavailable. */
  priceCents: number | null
  /** Why it cannot be chosen, and what to do: a sentence for the customer. */
  unavailable: string | null
  /**
   * What the parts must cost for this delivery to be free ("$12.60 more for free Ground delivery"). Null when
   * they cost as much, it is free anyway, or a surcharge stays.
   */
  freeFromCents: number | null
}

/**
 * Every active method with its price to the destination, or the reason why it cannot be chosen. A method must
 * carry all lines, whatever it costs. Price: that of the first step that holds the weight of all pieces, or 0
 * once the parts reach the method's threshold in the zone; and the surcharge of each oversize piece.
 * @param defaultGrams the weight of a piece whose weight is not known.
 * @param partsCents the price of all parts, before tax and core deposits.
 */
export function deliveryOptions(
  table: DeliveryTable,
  defaultGrams: number,
  lines: readonly DeliveredLine[],
  partsCents: number,
  destination: Destination,
): DeliveryOption[] {
  const judged = judgeMethods(table, defaultGrams, lines, destination)
  const isOneAvailable = judged.some(({ stepCents }) => stepCents !== undefined)
  const oversizePieces = lines.reduce((sum, line) => sum + (line.oversize ? line.quantity : 0), 0)
  return judged.map(({ method, zone, stepCents, problem }) => {
    const { id: methodId, name, daysMin, daysMax } = method
    const option = { methodId, name, daysMin, daysMax }
    if (stepCents === undefined) {
      const unavailable = deliveryRefusal(problem, ` by ${name}`, isOneAvailable)
      return { ...option, priceCents: null, unavailable, freeFromCents: null }
    }
    const term = table.terms.find((one) => one.methodId === methodId && one.zoneId === zone.id)
    const surcharge = oversizePieces * (term?.oversizeCents ?? 0)
    const freeFrom = term?.freeFromCents ?? null
    const isFree = freeFrom !== null && partsCents >= freeFrom
    const canBeFree = !isFree && stepCents > 0 && surcharge === 0
    return {
      ...option,
      priceCents: (isFree ? 0 : stepCents) + surcharge,
      unavailable: null,
      freeFromCents: canBeFree ? freeFrom : null,
    }
  })
}

/**
 * Why no method delivers these lines, in one sentence with what to do: "We can't deliver the AGM Battery to
 * Alaska: Ground only. Remove it, or call us." Null when a method does.
 */
export function whyNotDeliverable(
  table: DeliveryTable,
  defaultGrams: number,
  lines: readonly DeliveredLine[],
  destination: Destination,
): string | null {
  const problems: Problem[] = []
  for (const { problem } of judgeMethods(table, defaultGrams, lines, destination)) {
    if (!problem) return null
    problems.push(problem)
  }
  // A part that the customer can remove says more than a place.
  const told = problems.find(({ part }) => part !== '') ?? problems[0]
  return told ? deliveryRefusal(told, '', false) : "We don't deliver at the moment. Please call us."
}

type Judged =
  | { method: DeliveryMethod; zone: DeliveryZone; stepCents: number; problem?: undefined }
  | { method: DeliveryMethod; zone: DeliveryZone | null; problem: Problem; stepCents?: undefined }

/** Each active method with the price of its step, or with what it does not carry. */
function judgeMethods(
  table: DeliveryTable,
  defaultGrams: number,
  lines: readonly DeliveredLine[],
  to: Destination,
): Judged[] {
  const zone = zoneOf(table.zones, to)
  const gramsOf = ({ weightGrams, quantity }: DeliveredLine) => (weightGrams ?? defaultGrams) * quantity
  const grams = lines.reduce((sum, line) => sum + gramsOf(line), 0)
  const offered = table.methods.filter(({ active }) => active)

  /** Who carries what another method does not: "Ground only". */
  const carriers = (rule: 'carriesDangerous' | 'carriesOversize', goods: string) => {
    const names = offered.filter((method) => method[rule]).map(({ name }) => name)
    return names.length === 0 ? `we don't ship ${goods}` : `${names.join(' or ')} only`
  }
  const refuseParts = (to: string, refused: readonly DeliveredLine[], rule: string): Problem => ({
    part: listed(refused.map(({ name }) => name)),
    to,
    rule,
    cure: refused.length > 1 ? 'remove them' : 'remove it',
  })

  return offered.map((method): Judged => {
    if (!zone) {
      const place = placeName(table.zones, to)
      return {
        method,
        zone,
        problem: { part: '', to: place, rule: "we don't ship there", cure: 'use another address' },
      }
    }
    const refuse = (problem: Problem): Judged => ({ method, zone, problem })
    const steps = table.prices.filter((one) => one.methodId === method.id && one.zoneId === zone.id)
    const last = steps.at(-1)
    if (!last)
      return refuse({ part: '', to: zone.name, rule: "it doesn't go there", cure: 'use another address' })
    const place = to.poBox ? 'a PO box' : zone.name
    const dangerous = lines.filter((line) => line.dangerous)
    if (dangerous.length > 0 && !method.carriesDangerous)
      return refuse(refuseParts(place, dangerous, carriers('carriesDangerous', 'dangerous goods')))
    const oversize = lines.filter((line) => line.oversize)
    if (oversize.length > 0 && !method.carriesOversize)
      return refuse(refuseParts(place, oversize, carriers('carriesOversize', 'oversize parts')))
    if (to.poBox && !method.toPoBox)
      return refuse({ part: '', to: place, rule: 'it needs a street', cure: 'use a street address' })
    const step = steps.find(({ upToGrams }) => grams <= upToGrams)
    if (step) return { method, zone, stepCents: step.priceCents }
    const heaviest = lines.toSorted((a, b) => gramsOf(b) - gramsOf(a)).slice(0, 1)
    const weighs = `${lines.length > 1 ? 'all parts weigh' : 'it weighs'} ${wholePounds(grams, 'up')}`
    const problem = refuseParts(
      place,
      heaviest,
      `${weighs}, and the most is ${wholePounds(last.upToGrams, 'down')}`,
    )
    const isOnePiece = lines.length === 1 && lines[0]?.quantity === 1
    return refuse(isOnePiece ? problem : { ...problem, cure: 'take fewer' })
  })
}
