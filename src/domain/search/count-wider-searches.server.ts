import type { BrowsingShop } from '../shop.ts'
import { filtersOf, hasFilters } from './facets.ts'
import { queryWords } from './query-words.ts'
import { type ProductSearchQuery, searchProducts } from './search-products.server.ts'

/** Words of a search that are tried alone. */
const MAX_SINGLE_WORDS = 4

/**
 * The numbers of parts that a search without results finds without its filters, without its vehicle, and by
 * one of its words without its filters; 0 for what it does not have, and while other searches wait. Access:
 * everyone.
 */
export async function countWiderSearches(shop: BrowsingShop, query: ProductSearchQuery) {
  const { q, vehicle } = query
  const filters = filtersOf(query)
  // Only offers: while others wait for their searches, these are not made.
  const count = async (wider: Partial<ProductSearchQuery>) =>
    shop.searchBulkhead.stats().waiting > 0
      ? 0
      : (await searchProducts(shop, { q, vehicle, ...wider, limit: 1 })).total
  const words = queryWords(q ?? '')
  // One at a time, so that a visitor uses only one slot of the searches.
  const withoutFilters = hasFilters(query) ? await count({}) : 0
  const withoutVehicle = vehicle?.make ? await count({ ...filters, vehicle: {} }) : 0
  const found: { word: string; total: number }[] = []
  for (const word of words.length > 1 ? words.slice(0, MAX_SINGLE_WORDS) : [])
    found.push({ word, total: await count({ q: word }) })
  return { withoutFilters, withoutVehicle, words: found.filter(({ total }) => total > 0) }
}
