import type { Viewer } from '../accounts/viewer.ts'
import { type DeleteResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { lockAddresses, makeDefault, NO_SUCH_ADDRESS } from './lock-addresses.server.ts'

/**
 * Deletes an address from the viewer's own address book; if it was the default, the first of the others is.
 * Access: its owner. Refusals: not_found.
 */
export function deleteAddress(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<DeleteResult>> {
  return shop.db.transaction().execute(async (trx) => {
    const saved = (await lockAddresses(trx, viewer)) ?? []
    const address = saved.find((one) => one.id === id)
    if (!address) return refused('not_found', NO_SUCH_ADDRESS)
    await trx.deleteFrom('addresses').where('id', '=', id).execute()
    const next = saved.find((one) => one.id !== id)
    if (address.is_default && next) await makeDefault(trx, viewer, next.id)
    return ok({ deletedCount: 1 })
  })
}
