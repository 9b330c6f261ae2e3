import { z } from 'zod'
import {
  AddReviewInput,
  HideReviewInput,
  ListManagedReviewsQuery,
  ManagedReviewSchema,
  ReviewSchema,
} from '#domain/reviews/review.ts'
import { PageQuery } from '#domain/shared/lists.ts'
import { defineCall } from './call.ts'
import { IdParams, Inserted, Modified, Empty } from './shared-schemas.ts'

export const listReviews = defineCall({
  method: 'GET',
  path: '/reviews',
  summary: 'List the reviews that are shown, newest first',
  who: 'all',
  params: Empty,
  query: PageQuery,
  body: Empty,
  answer: z.array(ReviewSchema),
  status: 200,
  refusals: [],
  cache: { audience: 'everyone', tags: () => ['reviews'] },
})

export const addReview = defineCall({
  method: 'POST',
  path: '/review',
  summary: 'Review the store with 1 to 5 stars',
  who: 'reviewer',
  params: Empty,
  query: Empty,
  body: AddReviewInput,
  answer: Inserted,
  status: 201,
  refusals: ['too_many_requests'],
  idempotent: true,
})

export const listManagedReviews = defineCall({
  method: 'GET',
  path: '/reviews/all',
  summary: 'List all reviews with their authors, hidden ones too, newest first',
  who: 'admin',
  params: Empty,
  query: ListManagedReviewsQuery,
  body: Empty,
  answer: z.array(ManagedReviewSchema),
  status: 200,
  refusals: [],
})

export const hideReview = defineCall({
  method: 'PATCH',
  path: '/review/{id}',
  summary: 'Hide a review from all but admins, or show it again',
  who: 'admin',
  params: IdParams,
  query: Empty,
  body: HideReviewInput,
  answer: Modified,
  status: 200,
  refusals: ['not_found'],
})
