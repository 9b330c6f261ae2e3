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
  SynonymGroupSchema,
} from '#domain/search/synonym.ts'
import { defineCall } from './call.ts'
import { DeleteResult, IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const listSynonyms = defineCall('GET', '/search/synonyms', {
  summary: 'List the groups of phrases that searches treat as synonyms, newest first',
  access: 'admin',
  query: ListSynonymsQuery,
  response: z.array(SynonymGroupSchema),
})

export const addSynonyms = defineCall('POST', '/search/synonyms', {
  summary: 'Add a group of synonyms',
  access: 'admin',
  body: AddSynonymsInput,
  response: InsertResult,
  status: 201,
  refusals: ['too_many_synonyms'],
  acceptsIdempotencyKey: true,
})

export const editSynonyms = defineCall('PUT', '/search/synonyms/{id}', {
  summary: 'Change a group of synonyms, unless another admin has changed it since',
  access: 'admin',
  params: IdParams,
  body: EditSynonymsInput,
  response: UpdateResult,
  refusals: ['synonyms_changed'],
})

export const deleteSynonyms = defineCall('DELETE', '/search/synonyms/{id}', {
  summary: 'Delete a group of synonyms',
  access: 'admin',
  params: IdParams,
  response: DeleteResult,
})

export const listMissedSearches = defineCall('GET', '/search/missed', {
  summary: 'List the searches without a result in the last 90 days, most frequent first',
  access: 'admin',
  query: ListMissedSearchesQuery,
  response: z.array(MissedSearchSchema),
})

export const ignoreMissedSearch = defineCall('PATCH', '/search/missed', {
  summary: 'Take words off the list of missed searches, or put them back',
  access: 'admin',
  body: IgnoreMissedSearchInput,
  response: UpdateResult,
  refusals: ['not_found'],
})
