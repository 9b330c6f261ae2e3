import { z } from 'zod'
import { isAdmin } from '../accounts/account-policy.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { PageQuery, SearchText } from '../shared/lists.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { boundedText } from '../shared/text.ts'

/** A review as the API returns it. */
export const ReviewSchema = z.object({
  _id: z.string(),
  name: z.string(),
  text: z.string(),
  rating: z.number().int(),
  date: z.string(),
})
export type Review = z.infer<typeof ReviewSchema>

/** A review as admins see it, with its author, hidden ones included. */
export const ManagedReviewSchema = ReviewSchema.extend({ customerEmail: z.string(), hidden: z.boolean() })
export type ManagedReview = z.infer<typeof ManagedReviewSchema>

/**
 * How admins search reviews. `q`: part of a name, email or text (one or two letters match only the start of
 * a word), or a complete review id.
 */
export const ListManagedReviewsQuery = PageQuery.extend({
  q: SearchText.optional(),
  status: z.enum(['shown', 'hidden']).optional(),
})
export type ListManagedReviewsQuery = z.infer<typeof ListManagedReviewsQuery>

/**
 * A summary of the shown reviews: their number, their average in stars (0 without any), and the numbers of 1
 * to 5 stars.
 */
export type ReviewSummary = { count: number; average: number; byStars: readonly number[] }

const STARS = 'Choose 1 to 5 stars'

/** Body of `POST /review`: 1 to 5 stars; text is optional. The name comes from the profile. */
export const AddReviewInput = z.object({
  rating: wholeNumber([1, 5], { notWhole: STARS }),
  text: boundedText(2000, { tooLong: 'Please keep your review to 2000 characters' }).trim().default(''),
})
export type AddReviewInput = z.infer<typeof AddReviewInput>

/** Customers may review; admins may not. */
export function mayReview(viewer: Viewer): boolean {
  return !isAdmin(viewer)
}

/** Characters of a review in the carousel. */
export const EXCERPT_LENGTH = 150

/** The first 150 characters and an ellipsis; shorter texts are complete. Counts grapheme clusters. */
export function reviewExcerpt(text: string): string {
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
  if (characters.length <= EXCERPT_LENGTH) return text
  const cut = characters.slice(0, EXCERPT_LENGTH).map((character) => character.segment)
  return `${cut.join('').trimEnd()}…`
}
