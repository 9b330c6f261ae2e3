import { z } from 'zod'
import {
  AddReviewInput,
  ListManagedReviewsQuery,
  ManagedReviewSchema,
  ReviewSchema,
} from '#domain/reviews/review.ts'
import { PageQuery } from '#domain/shared/lists.ts'
import { defineCall } from './call.ts'
import { HiddenInput, IdParams, Inserted, Modified } from './shared-schemas.ts'

export const listReviews = defineCall({
  method: 'GET',
  path: '/reviews',
  summary: 'List the reviews that are shown, newest first',
  who: 'all',
  query: PageQuery,
  response: z.array(ReviewSchema),
  cache: { audience: 'everyone', tags: () => ['reviews'] },
})

export const addReview = defineCall({
  method: 'POST',
  path: '/review',
  summary: 'Review the store with 1 to 5 stars',
  who: 'reviewer',
  body: AddReviewInput,
  response: Inserted,
  status: 201,
  refusals: ['too_many_requests'],
  idempotent: true,
})

export const listManagedReviews = defineCall({
  method: 'GET',
  path: '/reviews/all',
  summary: 'List all reviews with their authors, hidden ones too, newest first',
  who: 'admin',
  query: ListManagedReviewsQuery,
  response: z.array(ManagedReviewSchema),
})

export const hideReview = defineCall({
  method: 'PATCH',
  path: '/review/{id}',
  summary: 'Hide a review from all but admins, or show it again',
  who: 'admin',
  params: IdParams,
  body: HiddenInput,
  response: Modified,
  refusals: ['not_found'],
})
