import type { Viewer } from '../accounts/viewer.ts'
import { isId } from '../shared/id.ts'
import { type DeleteResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { NO_SUCH_CAR } from './lock-garage.server.ts'

/**
 * Removes a car from the viewer's own garage; no other car is selected instead. Access: its owner. Refusals:
 * not_found.
 */
export async function removeFromGarage(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<DeleteResult>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_CAR)
  const { numDeletedRows } = await shop.db
    .deleteFrom('garage_vehicles')
    .where('account_id', '=', viewer.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n ? ok({ deletedCount: 1 }) : refused('not_found', NO_SUCH_CAR)
}
