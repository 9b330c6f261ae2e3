import type { Hono } from 'hono'
import { ok } from '#domain/shared/outcome.ts'
import { addReview } from '#domain/reviews/add-review.server.ts'
import { hideReview } from '#domain/reviews/hide-review.server.ts'
import { listManagedReviews, listReviews } from '#domain/reviews/list-reviews.server.ts'
import { type ApiEnv, type ApiContext, serveBrowsing, serveCall } from './serve-call.ts'

/** Reviews of the store. */
export function serveReviews(app: Hono<ApiEnv>, api: ApiContext): void {
  serveBrowsing(app, api, 'listReviews', async ({ shop, query }) => ok(await listReviews(shop, query)))
  serveCall(app, api, 'listManagedReviews', async ({ shop, query }) =>
    ok(await listManagedReviews(shop, query)),
  )
  serveCall(app, api, 'hideReview', ({ shop, viewer, params, body }) =>
    hideReview(shop, viewer, params.id, body.hidden),
  )
  serveCall(app, api, 'addReview', ({ shop, viewer, body, idempotencyKey }) =>
    addReview(shop, viewer, body, idempotencyKey),
  )
}
