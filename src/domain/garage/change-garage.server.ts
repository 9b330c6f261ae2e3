import type { Viewer } from '../accounts/viewer.ts'
import { isId } from '../shared/id.ts'
import { type Deleted, type Modified, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { lockGarage, unchoose } from './lock-garage.server.ts'

const NO_SUCH_CAR = 'This car is no longer in your garage.'

/** Chooses a car of the viewer's own garage in place of the one before, or unchooses it; again: modifiedCount 0. Who may: its owner. Refused: not_found. */
export function chooseInGarage(
  shop: Shop,
  viewer: Viewer,
  id: string,
  chosen: boolean,
): Promise<Outcome<Modified>> {
  return shop.db.transaction().execute(async (trx) => {
    const cars = await lockGarage(trx, viewer)
    const car = cars.find((car) => car.id === id)
    if (!car) return refused('not_found', NO_SUCH_CAR)
    if (car.chosen === chosen) return ok({ modifiedCount: 0 })
    if (chosen) await unchoose(trx, viewer)
    await trx.updateTable('garage_vehicles').set({ chosen }).where('id', '=', id).execute()
    return ok({ modifiedCount: 1 })
  })
}

/** Removes a car from the viewer's own garage; none is chosen in its place. Who may: its owner. Refused: not_found. */
export async function removeFromGarage(shop: Shop, viewer: Viewer, id: string): Promise<Outcome<Deleted>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_CAR)
  const { numDeletedRows } = await shop.db
    .deleteFrom('garage_vehicles')
    .where('account_id', '=', viewer.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n ? ok({ deletedCount: 1 }) : refused('not_found', NO_SUCH_CAR)
}
