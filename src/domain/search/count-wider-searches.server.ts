import type { BrowsingShop } from '../shop.ts'
import { queryWords } from './query-words.ts'
import { type ProductSearchQuery, searchProducts } from './search-products.server.ts'

/** Words of a search that are tried alone. */
const MAX_SINGLE_WORDS = 4

/** Broader versions of a search without results, each with its number of parts. */
export type WiderSearches = {
  withoutFilters: number
  withoutVehicle: number
  /** Single words of the search. */
  words: { word: string; total: number }[]
}

/**
 * Tries a search without results without its filters, without its vehicle, and word by word without its
 * filters. Access: everyone.
 */
export async function countWiderSearches(
  shop: BrowsingShop,
  query: ProductSearchQuery,
): Promise<WiderSearches> {
  const { q, vehicle, category, brand, price, stock, position } = query
  const filters = { category, brand, price, stock, position }
  const count = async (wider: Partial<ProductSearchQuery>) =>
    (await searchProducts(shop, { q, vehicle, ...wider, limit: 1 })).total
  const words = queryWords(q ?? '')
  // One at a time, so that a visitor uses only one slot of the searches.
  const withoutFilters = Object.values(filters).some(Boolean) ? await count({}) : 0
  const withoutVehicle = vehicle?.make ? await count({ ...filters, vehicle: {} }) : 0
  const found: WiderSearches['words'] = []
  for (const word of words.length > 1 ? words.slice(0, MAX_SINGLE_WORDS) : [])
    found.push({ word, total: await count({ q: word }) })
  return { withoutFilters, withoutVehicle, words: found.filter(({ total }) => total > 0) }
}
