import { addSynonyms } from '#domain/search/add-synonyms.server.ts'
import { deleteSynonyms } from '#domain/search/delete-synonyms.server.ts'
import { editSynonyms } from '#domain/search/edit-synonyms.server.ts'
import { listSynonyms } from '#domain/search/list-synonyms.server.ts'
import { ignoreMissedSearch, listMissedSearches } from '#domain/search/missed-searches.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import type { Handlers } from './serve-call.ts'

/** Search settings for admins: synonyms and missed searches. */
export const searchWords = {
  listSynonyms: async ({ shop, query }) => ok(await listSynonyms(shop, query)),
  addSynonyms: ({ shop, viewer, body, idempotencyKey }) => addSynonyms(shop, viewer, body, idempotencyKey),
  editSynonyms: ({ shop, viewer, params, body }) => editSynonyms(shop, viewer, params.id, body),
  deleteSynonyms: ({ shop, viewer, params }) => deleteSynonyms(shop, viewer, params.id),
  listMissedSearches: async ({ shop, query }) => ok(await listMissedSearches(shop, query)),
  ignoreMissedSearch: ({ shop, body }) => ignoreMissedSearch(shop, body),
} satisfies Partial<Handlers>
