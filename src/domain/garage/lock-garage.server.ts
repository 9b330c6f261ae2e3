import type { Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { GarageVehiclesTable } from '#db/schema/garage.ts'
import { lockViewer } from '../accounts/lock-viewer.server.ts'
import type { Viewer } from '../accounts/viewer.ts'

/** The message for a car that is not, or no longer, in the garage. */
export const NO_SUCH_CAR = 'This car is no longer in your garage.'

/**
 * Locks the viewer's garage until the transaction ends, and reads its cars: each has its own slot, and at
 * most one is selected. Null if the viewer's token has ended by then.
 */
export async function lockGarage(
  trx: Database,
  viewer: Viewer,
): Promise<Selectable<GarageVehiclesTable>[] | null> {
  if (!(await lockViewer(trx, viewer))) return null
  return trx.selectFrom('garage_vehicles').selectAll().where('account_id', '=', viewer.id).execute()
}

export async function deselectAll(trx: Database, viewer: Viewer): Promise<void> {
  await trx
    .updateTable('garage_vehicles')
    .set({ chosen: false })
    .where('account_id', '=', viewer.id)
    .where('chosen', '=', true)
    .execute()
}
