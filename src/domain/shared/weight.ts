// Without zod: public pages use it.

/** The heaviest unit of sale, in grams: 1000 kg. */
export const MAX_GRAMS = 1_000_000

/** The messages for a weight that is none, and for one of more than MAX_GRAMS. */
export const NO_WEIGHT = 'Enter a weight such as 2.5 lb, 1.2 kg or 800 g'
export const TOO_HEAVY = 'A weight is at most 1,000 kg, which is 2,204 lb'

export const GRAMS_PER_POUND = 453.592_37
const GRAMS_PER_OUNCE = GRAMS_PER_POUND / 16

const GRAMS_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ...['lb', 'lbs', 'pound', 'pounds'].map((unit) => [unit, GRAMS_PER_POUND] as const),
  ...['oz', 'ounce', 'ounces'].map((unit) => [unit, GRAMS_PER_OUNCE] as const),
  ...['kg', 'kgs', 'kilogram', 'kilograms'].map((unit) => [unit, 1000] as const),
  ...['g', 'gr', 'gram', 'grams'].map((unit) => [unit, 1] as const),
])

/** Characters of a typed weight. */
const MAX_LENGTH = 40
const WEIGHT = /^(\d+(?:\.\d*)?|\.\d+)\s*([a-z]*)\.?$/
const POUNDS_AND_OUNCES = /^(\d+)\s*lbs?\.?,?\s*(\d+(?:\.\d*)?)\s*oz\.?$/

/**
 * A typed weight in whole grams: "2.5 lb", "2 lb 8 oz", "1.2 kg", "800 g"; a number alone is pounds. The
 * result may be 0 or more than MAX_GRAMS.
 * @returns null for anything else.
 */
export function readWeight(text: string): number | null {
  const typed = text.trim().toLowerCase()
  if (typed.length > MAX_LENGTH) return null
  const [, pounds, ounces] = POUNDS_AND_OUNCES.exec(typed) ?? []
  if (pounds !== undefined)
    return Math.round(Number(pounds) * GRAMS_PER_POUND + Number(ounces) * GRAMS_PER_OUNCE)
  const [, number, unit] = WEIGHT.exec(typed) ?? []
  const grams = GRAMS_PER_UNIT.get(unit || 'lb')
  return number === undefined || grams === undefined ? null : Math.round(Number(number) * grams)
}

/** The nearest gram. */
export const gramsOfPounds = (pounds: number) => Math.round(pounds * GRAMS_PER_POUND)

/** Pounds with the fewest decimals of which `gramsOfPounds` makes the same grams: 454 is 1, 1134 is 2.5. */
export function poundsOf(grams: number): number {
  const pounds = [0, 1, 2].map((decimals) => Number((grams / GRAMS_PER_POUND).toFixed(decimals)))
  // Three always do: a thousandth of a pound is less than half a gram.
  return pounds.find((some) => gramsOfPounds(some) === grams) ?? Number((grams / GRAMS_PER_POUND).toFixed(3))
}

/** "2.5 lb", exactly: `readWeight` reads the same grams. For forms and files. */
export const weightText = (grams: number) => `${poundsOf(grams)} lb`

/** About the weight, for customers: "2.5 lb", of less than a pound "3.5 oz". */
export function weightLabel(grams: number): string {
  const ounces = Number((grams / GRAMS_PER_OUNCE).toFixed(1))
  return ounces < 16 ? `${Math.max(0.1, ounces)} oz` : `${Number((grams / GRAMS_PER_POUND).toFixed(1))} lb`
}
