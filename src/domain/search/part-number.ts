import { normalizeText } from '../shared/normalize-text.ts'
import { withoutAccents, wordRuns } from './query-words.ts'

/** Characters of a part number. The rest of a longer text is not compared. */
export const MAX_NUMBER_LENGTH = 60

/**
 * A part number as it is compared: upper case, letters without accents and digits only, O as 0. Suffixes such
 * as REMAN stay. The same rule as the SQL function normal_part_number; search-products.test.ts compares them.
 */
export function normalizePartNumber(number: string): string {
  return withoutAccents(number.slice(0, MAX_NUMBER_LENGTH))
    .replaceAll(/[^0-9\p{Alphabetic}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
}

/** A part number as it is written, but for case and spaces. */
export function spelledNumber(number: string): string {
  return normalizeText('NFKC', number.slice(0, MAX_NUMBER_LENGTH)).replaceAll(/\s/g, '').toUpperCase()
}

/**
 * Whether two part numbers are one number, with hyphens or without them: "AB-12-3", "ab 12 3" and "AB123".
 * "AB-1-23" is another one, as are numbers that differ in other characters.
 */
export function isSameNumber(one: string, other: string): boolean {
  if (spelledNumber(one) === spelledNumber(other)) return true
  const [groups, others] = [hyphenGroups(one), hyphenGroups(other)]
  if (groups.join('') !== others.join('')) return false
  return groups.length === 1 || others.length === 1 || groups.join('-') === others.join('-')
}

/** The parts of a number between spaces and hyphens, in upper case. */
export function hyphenGroups(number: string): string[] {
  const plain = normalizeText('NFKC', number.slice(0, MAX_NUMBER_LENGTH)).toUpperCase()
  return plain.split(/[\s\p{Pd}_]/u).filter((group) => group !== '')
}

/** Maximum number of consecutive words tried as one number, such as "0 986 494 123". */
const MAX_NUMBER_WORDS = 6
/** Shorter normalized texts are not part numbers. */
const MIN_NUMBER_LENGTH = 3

/**
 * The normalized texts of a query that could be part numbers: each run of words that has a digit, longest
 * first.
 */
export function possiblePartNumbers(words: readonly string[]): string[] {
  const runs = wordRuns(words, MAX_NUMBER_WORDS).map((run) => normalizePartNumber(run.join('')))
  const numbers = runs.filter((run) => run.length >= MIN_NUMBER_LENGTH && /\d/.test(run))
  return [...new Set(numbers)].toSorted((a, b) => b.length - a.length)
}
