import { LOG_IN_FIRST, type Viewer } from '../accounts/viewer.ts'
import { type InsertResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { MAX_ADDRESSES, type SaveAddressInput } from './address.ts'
import { addressColumns, lockAddresses, makeDefault } from './lock-addresses.server.ts'

const PLACES = Array.from({ length: MAX_ADDRESSES }, (_, at) => at + 1)

/**
 * Saves an address to the viewer's own address book, once: the same address is the one that is there, so that
 * a retry after a lost response adds none. The first one is the default. Access: signed-in customers.
 * Refusals: address_book_full; unauthenticated when the token has just ended.
 */
export function addAddress(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  { isDefault = false, ...address }: SaveAddressInput,
): Promise<Outcome<InsertResult>> {
  return shop.db.transaction().execute(async (trx) => {
    const saved = await lockAddresses(trx, viewer)
    if (!saved) return refused('unauthenticated', LOG_IN_FIRST)
    const columns = addressColumns(address)
    const same = saved.find((one) =>
      Object.entries(columns).every(([name, value]) => one[name as keyof typeof columns] === value),
    )
    if (same) {
      if (isDefault && !same.is_default) await makeDefault(trx, viewer, same.id)
      return ok({ insertedId: same.id })
    }
    const place = PLACES.find((free) => saved.every((one) => one.place !== free))
    if (place === undefined)
      return refused(
        'address_book_full',
        `An address book holds ${MAX_ADDRESSES} addresses. Delete one that you no longer use first.`,
      )
    const { id } = await trx
      .insertInto('addresses')
      .values({ account_id: viewer.id, place, ...columns, is_default: saved.length === 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isDefault) await makeDefault(trx, viewer, id)
    return ok({ insertedId: id })
  })
}
