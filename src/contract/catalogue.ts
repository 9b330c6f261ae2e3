import {
  NumberListAnswer,
  NumberListInput,
  ProductSearchAnswer,
  ProductSearchInput,
} from '#domain/search/product-search.ts'
import { SuggestionsAnswer, SuggestionsInput } from '#domain/search/suggestion.ts'
import { productTags } from '#domain/shared/change-tag.ts'
import { defineCall } from './call.ts'
import { Empty } from './shared-schemas.ts'

export const searchCatalogue = defineCall({
  method: 'GET',
  path: '/catalogue/search',
  summary: 'Search the parts by words, part number and vehicle; for the next page send `next` as `after`',
  who: 'all',
  params: Empty,
  query: ProductSearchInput,
  body: Empty,
  answer: ProductSearchAnswer,
  status: 200,
  refusals: [],
  cache: { audience: 'everyone', tags: ({ items }) => productTags(items.map(({ _id }) => _id)) },
})

export const findListedParts = defineCall({
  method: 'GET',
  path: '/catalogue/number-list',
  summary: 'Find the parts of a list of part numbers, one per line, each perhaps with a quantity',
  who: 'all',
  params: Empty,
  query: NumberListInput,
  body: Empty,
  answer: NumberListAnswer,
  status: 200,
  refusals: [],
})

export const suggest = defineCall({
  method: 'GET',
  path: '/catalogue/suggestions',
  summary: 'What a search could be about that begins like this',
  who: 'all',
  params: Empty,
  query: SuggestionsInput,
  body: Empty,
  answer: SuggestionsAnswer,
  status: 200,
  refusals: [],
  cache: { audience: 'everyone', tags: () => ['products'] },
})
