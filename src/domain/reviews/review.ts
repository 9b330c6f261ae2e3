import { z } from 'zod'
import { isStorable } from '../text.ts'
import { isAdmin } from '../accounts/account-policy.ts'
import type { Viewer } from '../accounts/viewer.ts'

/** A review as the API answers it. */
export const ReviewSchema = z.object({
  _id: z.string(),
  name: z.string(),
  text: z.string(),
  rating: z.number().int(),
  date: z.string(),
})
export type Review = z.infer<typeof ReviewSchema>

/** What `POST /review` takes: 1 to 5 stars; text is not required. The name comes from the profile. */
export const AddReviewInput = z.object({
  rating: z
    .number({ error: 'Choose 1 to 5 stars' })
    .int('Choose 1 to 5 stars')
    .min(1, 'Choose 1 to 5 stars')
    .max(5, 'Choose 1 to 5 stars'),
  text: z
    .string()
    .trim()
    .max(2000, 'Please keep your review to 2000 characters')
    .refine(isStorable, 'This text has characters that cannot be stored')
    .default(''),
})
export type AddReviewInput = z.infer<typeof AddReviewInput>

/** Customers review, admins do not (specification, section 6). */
export function mayReview(viewer: Viewer): boolean {
  return !isAdmin(viewer)
}

/** Characters of a review that the carousel shows (specification, section 9). */
export const EXCERPT_LENGTH = 150

/** The first 150 characters and an ellipsis; shorter texts stay whole. Counts what people see as one character. */
export function reviewExcerpt(text: string): string {
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
  if (characters.length <= EXCERPT_LENGTH) return text
  const cut = characters.slice(0, EXCERPT_LENGTH).map((part) => part.segment)
  return `${cut.join('').trimEnd()}…`
}
