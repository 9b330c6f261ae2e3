/** What one piece of most parts is. */
export const PIECE = 'piece'

/** A count of units: "1 piece", "84 sets" for the unit "set of 4". The browser's too. */
export function countUnits(count: number, unit: string): string {
  const noun = unit.split(' ')[0] ?? unit
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural(noun)}`
}

/** By the rules of English spelling; units such as "foot" are not sold. */
function plural(noun: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}
