import { z } from 'zod'
import {
  AddReviewInput,
  ListManagedReviewsQuery,
  ManagedReviewSchema,
  ReviewSchema,
} from '#domain/reviews/review.ts'
import { PageQuery } from '#domain/shared/lists.ts'
import { defineCall } from './call.ts'
import { HiddenInput, IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const listReviews = defineCall('GET', '/reviews', {
  summary: 'List the shown reviews, newest first',
  access: 'public',
  query: PageQuery,
  response: z.array(ReviewSchema),
  cache: { tags: () => ['reviews'] },
  isBrowsing: true,
})

export const addReview = defineCall('POST', '/review', {
  summary: 'Review the store with 1 to 5 stars',
  access: 'reviewer',
  body: AddReviewInput,
  response: InsertResult,
  status: 201,
  refusals: ['too_many_requests'],
  acceptsIdempotencyKey: true,
})

export const listManagedReviews = defineCall('GET', '/reviews/all', {
  summary: 'List all reviews with their authors, hidden ones included, newest first',
  access: 'admin',
  query: ListManagedReviewsQuery,
  response: z.array(ManagedReviewSchema),
})

export const hideReview = defineCall('PATCH', '/review/{id}', {
  summary: 'Hide a review from everyone but admins, or show it again',
  access: 'admin',
  params: IdParams,
  body: HiddenInput,
  response: UpdateResult,
})
