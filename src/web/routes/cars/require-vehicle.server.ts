import { data, redirect } from 'react-router'
import { findVehicleAt, type VehicleAddress } from '#domain/vehicles/find-vehicle-at.server.ts'
import { type VehicleAt, vehiclePath } from '#domain/vehicles/vehicle-path.ts'
import type { BrowsingShop } from '#domain/shop.ts'

/** What a 404 page of vehicles receives: the steps of the address that the store knows. */
export type UnknownVehicle = { known: VehicleAt | null }

/**
 * The make, model or vehicle of an address. Throws a 404 where the store does not know it, and a redirect from other spellings.
 * @param category its slug, if the address has one.
 */
export async function requireVehicle(
  shop: BrowsingShop,
  request: Request,
  address: VehicleAddress,
  category?: string,
): Promise<VehicleAt> {
  const { isKnown, vehicle } = await findVehicleAt(shop, address)
  if (!isKnown || !vehicle) throw data({ known: vehicle } satisfies UnknownVehicle, { status: 404 })
  const { pathname, search } = new URL(request.url)
  const path = vehiclePath(vehicle, category)
  // As a page, or as the data of a page for the router.
  if (pathname.replace(/\.data$/, '') !== path) throw redirect(path + search, 301)
  return vehicle
}
