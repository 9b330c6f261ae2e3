import type { Hono } from 'hono'
import { ok } from '#domain/shared/outcome.ts'
import { addReview } from '#domain/reviews/add-review.server.ts'
import { hideReview } from '#domain/reviews/hide-review.server.ts'
import { listManagedReviews, listReviews } from '#domain/reviews/list-reviews.server.ts'
import { type ApiEnv, type Door, serveCall } from './serve-call.ts'

/** Reviews of the store. */
export function serveReviews(app: Hono<ApiEnv>, door: Door): void {
  serveCall(app, door, 'listReviews', async ({ shop, query }) => ok(await listReviews(shop, query)))
  serveCall(app, door, 'listManagedReviews', async ({ shop, query }) =>
    ok(await listManagedReviews(shop, query)),
  )
  serveCall(app, door, 'hideReview', ({ shop, viewer, params, body }) =>
    hideReview(shop, viewer, params.id, body.hidden),
  )
  serveCall(app, door, 'addReview', ({ shop, viewer, body, once }) => addReview(shop, viewer, body, once))
}
