import { formatCount } from '../shared/format-count.ts'

/** The unit of sale of most parts. */
export const PIECE = 'piece'

/** A count of units: "1 piece", "84 sets" for the unit "set of 4". Also used in the browser. */
export function countUnits(count: number, unit: string): string {
  return `${formatCount(count)} ${count === 1 ? nounOf(unit) : unitsWord(unit)}`
}

/** An ordered quantity with its full unit: "1 piece", "2 sets of 4". All texts about orders use it. */
export function quantityText(quantity: number, unit: string): string {
  return countUnits(quantity, unit) + unit.slice(nounOf(unit).length)
}

/** "2 pieces of Alternator, 1 set of 4 of Spark Plugs" */
export function piecesText(pieces: readonly { quantity: number; unit: string; name: string }[]): string {
  return pieces.map(({ quantity, unit, name }) => `${quantityText(quantity, unit)} of ${name}`).join(', ')
}

/** An ordered quantity before a price, where "2" alone means pieces: "2 × $38.90", "2 sets of 4 × $38.90". */
export function factorText(quantity: number, unit: string): string {
  return unit === PIECE ? formatCount(quantity) : quantityText(quantity, unit)
}

/**
 * The plural of the unit without a number: "pieces", "sets". By English spelling rules; irregular units such
 * as "foot" are not sold.
 */
export function unitsWord(unit: string): string {
  const noun = nounOf(unit)
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

/** The first word: the others state a size or purpose. */
const nounOf = (unit: string) => unit.split(' ')[0] ?? unit

/**
 * "Your vehicle needs 4. 12 in stock"; a minimum of more than one is named: "Your vehicle needs 4. Minimum 2
 * sets of 4, 12 sets of 4 in stock".
 */
export function takesText(
  quantity: number,
  { minOrder, available, unit }: { minOrder: number; available: number; unit: string },
): string {
  const minimum = minOrder > 1 ? `Minimum ${factorText(minOrder, unit)}, ` : ''
  return `Your vehicle needs ${quantity}. ${minimum}${factorText(available, unit)} in stock`
}
