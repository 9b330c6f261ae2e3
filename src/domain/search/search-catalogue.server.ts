import type { z } from 'zod'
import { evaluateFits } from '../products/evaluate-fits.server.ts'
import { ok, type Outcome, refusedField } from '../shared/outcome.ts'
import type { BrowsingShop } from '../shop.ts'
import { knownVehicle, vehicleLabel, vehicleSteps } from '../vehicles/chosen-vehicle.ts'
import type { FitVerdict } from '../vehicles/fit-verdict.ts'
import { listVehicleChoices } from '../vehicles/list-vehicle-choices.server.ts'
import { spelledVehicle } from '../vehicles/read-vehicle-words.ts'
import type { VehicleChoices, VehicleQuery } from '../vehicles/vehicle.ts'
import type { ProductSearchResponse, ProductSearchInput } from './product-search.ts'
import { type ProductSearchPage, type ProductSearchQuery, searchProducts } from './search-products.server.ts'
import { vehicleInWords } from './vehicle-in-words.server.ts'

type VehicleSearchPage = ProductSearchPage & {
  vehicle: ResolvedVehicle
  /** Whether each product fits, by id; empty unless the model is known. */
  fits: Record<string, FitVerdict>
}

type ResolvedVehicle = {
  /** The steps that the store knows. */
  chosen: VehicleQuery
  /** "2009 Honda Civic, 1.8 L, 4 cylinders"; '' without a vehicle. */
  name: string
  /** The next choices in the finder. */
  choices: VehicleChoices
}

/** Searches the products that fit a vehicle, as far as the store knows the vehicle. Access: everyone. */
export async function searchForVehicle(
  shop: BrowsingShop,
  query: ProductSearchQuery,
): Promise<VehicleSearchPage> {
  return searchForKnown(shop, query, await lookUpVehicle(shop, query.vehicle ?? {}))
}

/**
 * The response of the search call; a vehicle in its words becomes the searched one. Access: everyone.
 * Refusals: invalid_input when the store does not list the vehicle.
 */
export async function searchCatalogue(
  shop: BrowsingShop,
  { make, year, model, engine, ...typed }: ProductSearchInput,
): Promise<Outcome<z.input<typeof ProductSearchResponse>>> {
  const inWords = await vehicleInWords(shop, { ...typed, vehicle: { make, year, model, engine } })
  const query = inWords ? { ...typed, q: inWords.q } : typed
  const asked: VehicleQuery = inWords?.vehicle ?? { make, year, model, engine }
  const vehicle = await lookUpVehicle(shop, asked)
  const unknown = vehicleSteps.find((step) => asked[step] && !vehicle.chosen[step])
  if (unknown) {
    const message = `The store does not list a vehicle with this ${unknown}. GET /vehicles lists the makes, and the years, models and engines for the previous choices.`
    return refusedField(unknown, 'invalid_input', message, 'unknown_vehicle')
  }
  const {
    products,
    fits,
    vehicle: _searched,
    isWider: _,
    ...page
  } = await searchForKnown(shop, query, vehicle)
  return ok({
    ...page,
    items: products.map(({ about: _about, ...item }) => ({ ...item, fit: fits[item._id] })),
  })
}

async function lookUpVehicle(shop: BrowsingShop, asked: VehicleQuery): Promise<ResolvedVehicle> {
  const spelled = spelledVehicle(asked, (await shop.vehicles()).names)
  const choices = await listVehicleChoices(shop, spelled)
  const chosen = knownVehicle(spelled, choices)
  const engine = choices.engines.find(({ key }) => key === chosen.engine)?.label
  return { chosen, choices, name: vehicleLabel(chosen, engine) }
}

async function searchForKnown(
  shop: BrowsingShop,
  query: ProductSearchQuery,
  vehicle: ResolvedVehicle,
): Promise<VehicleSearchPage> {
  const page = await searchProducts(shop, { ...query, vehicle: vehicle.chosen })
  const ids = page.products.map(({ _id }) => _id)
  const fits = vehicle.chosen.model === undefined ? {} : await evaluateFits(shop, ids, vehicle.chosen)
  return { ...page, vehicle, fits }
}
