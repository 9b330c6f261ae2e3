import { addReview } from '#domain/reviews/add-review.server.ts'
import { hideReview } from '#domain/reviews/hide-review.server.ts'
import { listManagedReviews } from '#domain/reviews/list-managed-reviews.server.ts'
import { listReviews } from '#domain/reviews/list-reviews.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import type { Handlers } from './serve-call.ts'

export const reviews = {
  listReviews: async ({ shop, query }) => ok(await listReviews(shop, query)),
  listManagedReviews: async ({ shop, query }) => ok(await listManagedReviews(shop, query)),
  hideReview: ({ shop, viewer, params, body }) => hideReview(shop, viewer, params.id, body.hidden),
  addReview: ({ shop, viewer, body, idempotencyKey }) => addReview(shop, viewer, body, idempotencyKey),
} satisfies Partial<Handlers>
