import { withoutAccents, wordRuns } from './query-words.ts'

/**
 * A part number as it is compared: upper case, letters without accents and digits only, O as 0. Suffixes such
 * as REMAN stay. The same rule as the SQL function normal_part_number; search-products.test.ts compares them.
 */
export function normalizePartNumber(number: string): string {
  return withoutAccents(number)
    .replaceAll(/[^0-9\p{Alphabetic}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
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
