import type { Hono } from 'hono'
import { addSynonyms, deleteSynonyms, editSynonyms, listSynonyms } from '#domain/search/synonyms.server.ts'
import { ignoreMissedSearch, listMissedSearches } from '#domain/search/missed-searches.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import { type ApiContext, type ApiEnv, serveCall } from './serve-call.ts'

/** What admins set for searches. */
export function serveSearch(app: Hono<ApiEnv>, api: ApiContext): void {
  serveCall(app, api, 'listSynonyms', async ({ shop, query }) => ok(await listSynonyms(shop, query)))
  serveCall(app, api, 'addSynonyms', ({ shop, viewer, body, idempotencyKey }) =>
    addSynonyms(shop, viewer, body, idempotencyKey),
  )
  serveCall(app, api, 'editSynonyms', ({ shop, viewer, params, body }) =>
    editSynonyms(shop, viewer, params.id, body),
  )
  serveCall(app, api, 'deleteSynonyms', ({ shop, viewer, params }) => deleteSynonyms(shop, viewer, params.id))
  serveCall(app, api, 'listMissedSearches', async ({ shop, query }) =>
    ok(await listMissedSearches(shop, query)),
  )
  serveCall(app, api, 'ignoreMissedSearch', ({ shop, body }) =>
    ignoreMissedSearch(shop, body.words, body.ignored),
  )
}
