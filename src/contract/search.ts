import {
  NumberListResponse,
  NumberListInput,
  ProductSearchResponse,
  ProductSearchInput,
} from '#domain/search/product-search.ts'
import { SuggestionsResponse, SuggestionsInput } from '#domain/search/suggestion.ts'
import { productTags } from '#domain/shared/cache-tags.ts'
import { findVin } from '#domain/vehicles/vin.ts'
import { defineCall } from './call.ts'

const hasVin = ({ q = '' }: { q?: string | undefined }) => findVin(q) !== null

export const searchCatalogue = defineCall('GET', '/catalogue/search', {
  summary: 'Search the parts by words, part number and vehicle; for the next page send `next` as `after`',
  access: 'public',
  query: ProductSearchInput,
  response: ProductSearchResponse,
  cache: { tags: ({ items }) => productTags(items.map(({ _id }) => _id)), isPersonal: hasVin },
  isBrowsing: true,
  refusals: ['too_many_requests'],
})

export const findListedParts = defineCall('GET', '/catalogue/number-list', {
  summary: 'Find the parts of a list of part numbers, one per line, each optionally with a quantity',
  access: 'public',
  query: NumberListInput,
  response: NumberListResponse,
  isBrowsing: true,
  refusals: ['too_many_requests'],
})

export const suggest = defineCall('GET', '/catalogue/suggestions', {
  summary: 'Suggest completions for a search; parts that fit the vehicle come first',
  access: 'public',
  query: SuggestionsInput,
  response: SuggestionsResponse,
  cache: { tags: () => ['products'], isPersonal: hasVin },
  isBrowsing: true,
  refusals: ['too_many_requests'],
})
