import { z } from 'zod'
import { PageQuery, SearchText } from '../shared/lists.ts'
import { normalizeText } from '../shared/normalize-text.ts'
import { boundedText } from '../shared/text.ts'
import { queryWords, wordRuns } from './query-words.ts'

/** Characters of the words of a missed search. */
const MAX_WORDS_LENGTH = 100
const Words = boundedText(MAX_WORDS_LENGTH)

/**
 * Words that were searched for without a result. `searches`: how often in the last 90 days; `lastDay`: the
 * day of the last search, YYYY-MM-DD in UTC.
 */
export const MissedSearchSchema = z.object({
  _id: z.string(),
  words: z.string(),
  searches: z.number().int(),
  lastDay: z.string(),
})
export type MissedSearch = z.infer<typeof MissedSearchSchema>

/** How admins search missed searches. `q`: part of the words. `after`: the _id of the last one returned. */
export const ListMissedSearchesQuery = PageQuery.extend({
  q: SearchText.optional(),
  status: z.enum(['open', 'ignored']).default('open'),
  after: Words.optional(),
})
export type ListMissedSearchesQuery = z.infer<typeof ListMissedSearchesQuery>

/** Body of `PATCH /search/missed`. */
export const IgnoreMissedSearchInput = z.object({ words: Words.min(1), ignored: z.boolean() })
export type IgnoreMissedSearchInput = z.infer<typeof IgnoreMissedSearchInput>

/** Seven digits or more, with the separators that people use in phone numbers. */
const PHONE = /\p{Nd}(?:[\s().·/–-]{0,3}\p{Nd}){6}/u
/** A vehicle identification number: 17 letters and digits without I, O and Q, the last four digits. */
const VIN = /^[a-hj-npr-z0-9]{13}\d{4}$/
const VIN_LENGTH = 17

/**
 * The normalized words of a search, as they are counted; null if blank, too long, or likely to identify a
 * person: an email address, a phone number (any number of seven digits or more), a vehicle identification
 * number.
 */
export function countableWords(q: string): string | null {
  const typed = normalizeText('NFKC', q.slice(0, MAX_WORDS_LENGTH)).toLowerCase()
  if (typed.includes('@') || PHONE.test(typed) || hasVin(typed)) return null
  const words = queryWords(q).join(' ')
  return words === '' || words.length > MAX_WORDS_LENGTH ? null : words
}

/**
 * Whether the text has a vehicle identification number: as one word, with more characters attached, or in
 * groups.
 */
function hasVin(typed: string): boolean {
  const words = typed.match(/[a-z0-9]+/g) ?? []
  return (
    words.some((word) => word.length >= VIN_LENGTH && /\d/.test(word)) ||
    wordRuns(words).some((group) => VIN.test(group.join('')))
  )
}
