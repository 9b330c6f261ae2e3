import { z } from 'zod'
import { AddReviewInput, ReviewSchema } from '#domain/reviews/review.ts'
import { defineCall } from './call.ts'
import { Inserted, Nothing, PageQuery } from './parts.ts'

export const listReviews = defineCall({
  method: 'GET',
  path: '/reviews',
  summary: 'List reviews, newest first',
  who: 'all',
  params: Nothing,
  query: PageQuery,
  body: Nothing,
  answer: z.array(ReviewSchema),
  status: 200,
  refusals: [],
})

export const addReview = defineCall({
  method: 'POST',
  path: '/review',
  summary: 'Review the store with 1 to 5 stars',
  who: 'reviewer',
  params: Nothing,
  query: Nothing,
  body: AddReviewInput,
  answer: Inserted,
  status: 201,
  refusals: [],
  idempotent: true,
})
