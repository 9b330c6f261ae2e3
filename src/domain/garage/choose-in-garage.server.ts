import type { Viewer } from '../accounts/viewer.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { lockGarage, NO_SUCH_CAR, deselectAll } from './lock-garage.server.ts'

/**
 * Selects a car of the viewer's own garage instead of the previous one, or deselects it. No change:
 * modifiedCount 0. Access: its owner. Refusals: not_found.
 */
export function chooseInGarage(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
  chosen: boolean,
): Promise<Outcome<UpdateResult>> {
  return shop.db.transaction().execute(async (trx) => {
    const cars = await lockGarage(trx, viewer)
    const car = cars?.find((car) => car.id === id)
    if (!car) return refused('not_found', NO_SUCH_CAR)
    if (car.chosen === chosen) return ok({ modifiedCount: 0 })
    if (chosen) await deselectAll(trx, viewer)
    await trx.updateTable('garage_vehicles').set({ chosen }).where('id', '=', id).execute()
    return ok({ modifiedCount: 1 })
  })
}
