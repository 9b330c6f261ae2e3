import type { z } from 'zod'
import { evaluateFits } from '../products/evaluate-fits.server.ts'
import { ok, type Outcome, refusedField } from '../shared/outcome.ts'
import type { BrowsingShop } from '../shop.ts'
import { knownVehicle, vehicleLabel, vehicleSteps } from '../vehicles/chosen-vehicle.ts'
import type { FitVerdict } from '../vehicles/fit-verdict.ts'
import { listVehicleChoices } from '../vehicles/list-vehicle-choices.server.ts'
import { mayNameVehicle } from '../vehicles/possible-names.ts'
import { spelledVehicle } from '../vehicles/read-vehicle-words.ts'
import type { VehicleChoices, VehicleQuery } from '../vehicles/vehicle.ts'
import type { ProductSearchResponse, ProductSearchInput } from './product-search.ts'
import type { ProductSearchQuery } from './rank-matches.server.ts'
import { type ProductSearchPage, searchProducts } from './search-products.server.ts'

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

/**
 * Searches the products that fit a vehicle, as far as the store knows the vehicle. A vehicle in the words
 * becomes the searched one if `namesVehicle`. Access: everyone.
 */
export async function searchForVehicle(
  shop: BrowsingShop,
  { namesVehicle, ...query }: ProductSearchQuery & { namesVehicle?: boolean },
): Promise<VehicleSearchPage> {
  const asked = await lookUpVehicle(shop, query.vehicle ?? {})
  const names = namesVehicle ? (await shop.vehicles()).names : undefined
  const page = await searchProducts(shop, { ...query, names, vehicle: asked.chosen })
  const vehicle = page.inWords ? await lookUpVehicle(shop, page.inWords.vehicle) : asked
  const ids = page.products.map(({ _id }) => _id)
  const fits = vehicle.chosen.model === undefined ? {} : await evaluateFits(shop, ids, vehicle.chosen)
  return { ...page, vehicle, fits }
}

/**
 * The response of the search call; a vehicle in its words becomes the searched one. Access: everyone.
 * Refusals: invalid_input when the store does not list the vehicle.
 */
export async function searchCatalogue(
  shop: BrowsingShop,
  { make, year, model, engine, ...query }: ProductSearchInput,
): Promise<Outcome<z.input<typeof ProductSearchResponse>>> {
  const asked: VehicleQuery = { make, year, model, engine }
  const { names } = await shop.vehicles()
  const vehicle = await lookUpVehicle(shop, asked)
  const unknown = vehicleSteps.find((step) => asked[step] && !vehicle.chosen[step])
  if (unknown && !(query.q && mayNameVehicle(query.q, names))) return refuseUnknown(unknown)
  const found = await searchForVehicle(shop, { ...query, vehicle: asked, namesVehicle: true })
  if (unknown && !found.inWords) return refuseUnknown(unknown)
  const {
    products,
    fits,
    vehicle: _vehicle,
    isWider: _isWider,
    inWords: _inWords,
    offers: _offers,
    others: _others,
    numbered: _numbered,
    ...page
  } = found
  return ok({
    ...page,
    items: products.map(({ about: _about, ...item }) => ({ ...item, fit: fits[item._id] })),
  })
}

function refuseUnknown(step: (typeof vehicleSteps)[number]) {
  const message = `The store does not list a vehicle with this ${step}. GET /vehicles lists the makes, and the years, models and engines for the previous choices.`
  return refusedField(step, 'invalid_input', message, 'unknown_vehicle')
}

async function lookUpVehicle(shop: BrowsingShop, asked: VehicleQuery): Promise<ResolvedVehicle> {
  const spelled = spelledVehicle(asked, (await shop.vehicles()).names)
  const choices = await listVehicleChoices(shop, spelled)
  const chosen = knownVehicle(spelled, choices)
  const engine = choices.engines.find(({ key }) => key === chosen.engine)?.label
  return { chosen, choices, name: vehicleLabel(chosen, engine) }
}
