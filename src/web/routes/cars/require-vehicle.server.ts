import { data, redirect } from 'react-router'
import type { BrowsingShop } from '#domain/shop.ts'
import { findVehicleAt, type VehicleAddress } from '#domain/vehicles/find-vehicle-at.server.ts'
import { type VehicleAt, vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import * as paths from '#paths.ts'

/** The data of a vehicle 404 page: the segments of the path that the store knows. */
export type UnknownVehicle = { known: VehicleAt | null }

/**
 * The make, model or vehicle of a path.
 * @throws a 404 when the store does not know it, and a redirect from other spellings.
 * @param category its slug, if the path has one.
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
  const path = paths.car(vehicleSlugs(vehicle, category))
  // Requested as a page, or as a page's data by the router.
  if (pathname.replace(/\.data$/, '') !== path) throw redirect(path + search, 301)
  return vehicle
}
