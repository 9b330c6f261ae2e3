import { z } from 'zod'
import {
  IgnoreMissedSearchInput,
  ListMissedSearchesQuery,
  MissedSearchSchema,
} from '#domain/search/missed-search.ts'
import {
  AddSynonymsInput,
  EditSynonymsInput,
  ListSynonymsQuery,
  SynonymsSchema,
} from '#domain/search/synonym.ts'
import { defineCall } from './call.ts'
import { Deleted, IdParams, Inserted, Modified } from './shared-schemas.ts'

export const listSynonyms = defineCall({
  method: 'GET',
  path: '/search/synonyms',
  summary: 'List groups of phrases that a search takes for the same, newest first',
  who: 'admin',
  query: ListSynonymsQuery,
  response: z.array(SynonymsSchema),
})

export const addSynonyms = defineCall({
  method: 'POST',
  path: '/search/synonyms',
  summary: 'Add a group of synonyms',
  who: 'admin',
  body: AddSynonymsInput,
  response: Inserted,
  status: 201,
  refusals: ['too_many_synonyms'],
  idempotent: true,
})

export const editSynonyms = defineCall({
  method: 'PUT',
  path: '/search/synonyms/{id}',
  summary: 'Change a group of synonyms, unless another admin has changed it since',
  who: 'admin',
  params: IdParams,
  body: EditSynonymsInput,
  response: Modified,
  refusals: ['not_found', 'synonyms_changed'],
})

export const deleteSynonyms = defineCall({
  method: 'DELETE',
  path: '/search/synonyms/{id}',
  summary: 'Delete a group of synonyms',
  who: 'admin',
  params: IdParams,
  response: Deleted,
  refusals: ['not_found'],
})

export const listMissedSearches = defineCall({
  method: 'GET',
  path: '/search/missed',
  summary: 'List what was searched for without a result in the last 90 days, most frequent first',
  who: 'admin',
  query: ListMissedSearchesQuery,
  response: z.array(MissedSearchSchema),
})

export const ignoreMissedSearch = defineCall({
  method: 'PATCH',
  path: '/search/missed',
  summary: 'Take words off that list, or put them back',
  who: 'admin',
  body: IgnoreMissedSearchInput,
  response: Modified,
  refusals: ['not_found'],
})
