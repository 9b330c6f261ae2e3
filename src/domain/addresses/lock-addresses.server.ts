import type { Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { AddressesTable } from '#db/schema/addresses.ts'
import { lockViewer } from '../accounts/lock-viewer.server.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { AddressInput } from './address.ts'

/** The message for an address that is not, or no longer, in the address book. */
export const NO_SUCH_ADDRESS = 'This address is no longer in your address book.'

/**
 * Locks the viewer's address book until the transaction ends, and reads it: one address is the default. Null
 * if the viewer's token has ended by then.
 */
export async function lockAddresses(
  trx: Database,
  viewer: Viewer,
): Promise<Selectable<AddressesTable>[] | null> {
  if (!(await lockViewer(trx, viewer))) return null
  return trx
    .selectFrom('addresses')
    .selectAll()
    .where('account_id', '=', viewer.id)
    .orderBy('place')
    .execute()
}

/** Makes this address of the viewer the default, in place of the one before. */
export async function makeDefault(trx: Database, viewer: Viewer, id: string): Promise<void> {
  await trx
    .updateTable('addresses')
    .set({ is_default: false })
    .where('account_id', '=', viewer.id)
    .where('is_default', '=', true)
    .execute()
  await trx.updateTable('addresses').set({ is_default: true }).where('id', '=', id).execute()
}

/** The columns of an address. */
export function addressColumns(address: AddressInput) {
  const {
    company = '',
    line2 = '',
    region = '',
    postalCode: postal,
    name,
    line1,
    city,
    country,
    phone,
  } = address
  return { name, company, line1, line2, city, region, postal, country, phone }
}
