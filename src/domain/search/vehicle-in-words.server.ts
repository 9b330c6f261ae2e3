import { sql } from 'kysely'
import type { BrowsingShop } from '../shop.ts'
import { mayNameVehicle, readVehicleWords, vehicleWords, type Years } from '../vehicles/read-vehicle-words.ts'
import type { VehicleQuery } from '../vehicles/vehicle.ts'
import { filtersOf } from './facets.ts'
import { type ProductSearchQuery, searchProducts } from './search-products.server.ts'

/**
 * Finds the vehicle named in a search ("2008 honda civic brake pads", "honda alternator") and returns it with
 * the remaining words. It overrides the chosen vehicle; for the same model, the chosen year and engine are
 * kept if they match. Returns null if the words name no vehicle, or if only the plain words find parts. Words
 * that are also part names ("fit", "element") count as a model only next to their make. Access: everyone.
 */
export async function vehicleInWords(
  shop: BrowsingShop,
  query: ProductSearchQuery,
): Promise<{ vehicle: VehicleQuery; q: string } | null> {
  const { q } = query
  if (!q) return null
  const { names } = await shop.vehicles()
  // Most searches name no vehicle, and stop here.
  if (!mayNameVehicle(q, names)) return null
  const words = await wordsOfProducts(shop, q)
  const { vehicle: named, years, rest } = readVehicleWords(q, names, (word) => words.has(word))
  if (named.make === undefined) return null
  const filters = filtersOf(query)
  const inWords = { vehicle: withChosen(named, years, query.vehicle), q: rest }
  if ((await searchProducts(shop, { ...inWords, ...filters, limit: 1 })).total > 0) return inWords
  const asWords = await searchProducts(shop, { q, ...filters, limit: 1, isExact: true })
  return asWords.total > 0 && asWords.corrected === undefined ? null : inWords
}

function withChosen(named: VehicleQuery, years: Years | undefined, chosen: VehicleQuery = {}): VehicleQuery {
  const isSame =
    named.make === chosen.make &&
    (named.model ?? chosen.model) === chosen.model &&
    (!years || !chosen.year || (years.from <= chosen.year && chosen.year <= years.to))
  return isSame ? { ...chosen, ...named } : named
}

/** The words that occur on parts or in synonyms, and part numbers that look like years: "2005-2010". */
async function wordsOfProducts({ db }: BrowsingShop, q: string): Promise<Set<string>> {
  const words = vehicleWords(q.toLowerCase())
  const { rows } = await sql<{ word: string }>`
    select asked.word from unnest(${words}::text[]) as asked (word)
    join search_words on search_words.word in (asked.word, regexp_replace(asked.word, 's$', ''))
    union select asked.word from unnest(${words}::text[]) as asked (word)
    join part_numbers on normalized = normal_part_number(asked.word) join product_search using (product_id)
    where asked.word ~ '^[0-9]+-[0-9]+$'`.execute(db)
  return new Set(rows.map(({ word }) => word))
}
