import type { Viewer } from '../accounts/viewer.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { SaveAddressInput } from './address.ts'
import { addressColumns, lockAddresses, makeDefault, NO_SUCH_ADDRESS } from './lock-addresses.server.ts'

/**
 * Replaces an address of the viewer's own address book. `isDefault` makes it the default; the default stays
 * one until another address is. Orders keep the text that they were placed with. Access: its owner. Refusals:
 * not_found.
 */
export function editAddress(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
  { isDefault = false, ...address }: SaveAddressInput,
): Promise<Outcome<UpdateResult>> {
  return shop.db.transaction().execute(async (trx) => {
    const saved = (await lockAddresses(trx, viewer))?.find((one) => one.id === id)
    if (!saved) return refused('not_found', NO_SUCH_ADDRESS)
    await trx.updateTable('addresses').set(addressColumns(address)).where('id', '=', id).execute()
    if (isDefault && !saved.is_default) await makeDefault(trx, viewer, id)
    return ok({ modifiedCount: 1 })
  })
}
