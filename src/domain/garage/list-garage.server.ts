import type { Viewer } from '../accounts/viewer.ts'
import type { Shop } from '../shop.ts'
import { vehicleLabel } from '../vehicles/chosen-vehicle.ts'
import { engineKeyLabel } from '../vehicles/vehicle.ts'
import type { GarageVehicle } from './garage.ts'

/** The cars of an account. Access: signed-in customers, for themselves; admins. */
export async function listGarage(
  shop: Pick<Shop, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<{ vehicles: GarageVehicle[] }> {
  const rows = await shop.db
    .selectFrom('garage_vehicles')
    .selectAll()
    .where('account_id', '=', viewer.id)
    .orderBy('place')
    .execute()
  const vehicles = rows.map(({ id, make, model, year, engine, chosen }) => {
    const name = vehicleLabel({ make, model, year }, engineKeyLabel(engine))
    return { _id: id, make, model, year, ...(engine !== null && { engine }), name, chosen }
  })
  return { vehicles }
}
