import type { Shop } from '../shop.ts'
import { isWholeVehicle } from '../vehicles/chosen-vehicle.ts'
import { readVehicleWords } from '../vehicles/read-vehicle-words.ts'
import { namesOfVehicles } from '../vehicles/vehicle-names.server.ts'
import type { VehicleQuery } from '../vehicles/vehicle.ts'
import { type ProductSearchQuery, searchProducts } from './search-products.server.ts'

/** A word that may be a model year. Without one, words name no whole vehicle. */
const YEAR = /(?:^|\s)(?:(?:19|20)\d\d|['’]\d\d)(?=\s|$)/

/**
 * The vehicle in the words of a search without one, and the other words: "2008 honda civic brake pads". Null where year, make and model are
 * not all there and sure, or where no part fits the vehicle and has the other words; then the words are searched as they are. Who may: everyone.
 */
export async function vehicleInWords(
  shop: Shop,
  query: ProductSearchQuery,
): Promise<{ vehicle: VehicleQuery; q: string } | null> {
  const { q, category, brand, price, stock } = query
  if (!q || query.vehicle?.make || !YEAR.test(q)) return null
  const { vehicle, rest } = readVehicleWords(q, await namesOfVehicles(shop))
  if (!isWholeVehicle(vehicle)) return null
  const { total } = await searchProducts(shop, { q: rest, vehicle, category, brand, price, stock, limit: 1 })
  return total > 0 ? { vehicle, q: rest } : null
}
