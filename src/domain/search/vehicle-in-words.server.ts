import { sql } from 'kysely'
import type { Shop } from '../shop.ts'
import { readVehicleWords } from '../vehicles/read-vehicle-words.ts'
import { namesOfVehicles } from '../vehicles/vehicle-names.server.ts'
import type { VehicleQuery } from '../vehicles/vehicle.ts'
import { type ProductSearchQuery, searchProducts } from './search-products.server.ts'

/**
 * The vehicle in the words of a search without one, and the other words: "2008 honda civic brake pads", "civic brake pads". Null where make
 * and model are not sure, or where no part fits the vehicle and has the other words; then the words are searched as they are. A word of the
 * parts, such as "fit" or "element", is a model only beside its make. Who may: everyone.
 */
export async function vehicleInWords(
  shop: Shop,
  query: ProductSearchQuery,
): Promise<{ vehicle: VehicleQuery; q: string } | null> {
  const { q, category, brand, price, stock } = query
  if (!q || query.vehicle?.make) return null
  const names = await namesOfVehicles(shop)
  // Most searches name no vehicle, and cost nothing more.
  if (readVehicleWords(q, names).vehicle.model === undefined) return null
  const words = await wordsOfParts(shop, q)
  const { vehicle, rest } = readVehicleWords(q, names, (word) => words.has(word))
  if (vehicle.model === undefined) return null
  const { total } = await searchProducts(shop, { q: rest, vehicle, category, brand, price, stock, limit: 1 })
  return total > 0 ? { vehicle, q: rest } : null
}

/** Those of the words that parts or synonyms have. */
async function wordsOfParts({ db }: Shop, q: string): Promise<Set<string>> {
  const words = [...new Set(q.toLowerCase().split(/[\s,;]+/))]
  const { rows } = await sql<{ word: string }>`
    select distinct asked.word from unnest(${words}::text[]) as asked (word)
    join search_words on search_words.word in (asked.word, regexp_replace(asked.word, 's$', ''))`.execute(db)
  return new Set(rows.map(({ word }) => word))
}
