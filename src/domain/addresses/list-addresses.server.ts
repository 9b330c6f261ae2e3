import type { Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { AddressesTable } from '#db/schema/addresses.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { isId } from '../shared/id.ts'
import { storedRegion } from '../shared/subdivisions.ts'
import type { Shop } from '../shop.ts'
import { type Address, addressProblems } from './address.ts'

/** The addresses of the viewer, each checked by the rules of today. Access: signed-in customers. */
export async function listAddresses(
  shop: Pick<Shop, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<{ addresses: Address[] }> {
  const rows = await shop.db
    .selectFrom('addresses')
    .selectAll()
    .where('account_id', '=', viewer.id)
    .orderBy('place')
    .execute()
  return { addresses: rows.map(addressOf) }
}

/** An address of the viewer, checked likewise. Malformed ids find nothing. */
export async function findAddress(
  db: Database,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Address | undefined> {
  if (!isId(id)) return undefined
  const row = await db
    .selectFrom('addresses')
    .selectAll()
    .where('account_id', '=', viewer.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && addressOf(row)
}

function addressOf(row: Selectable<AddressesTable>): Address {
  const { id: _id, name, company, line1, line2, city, region, postal: postalCode, country, phone } = row
  const address = {
    name,
    ...(company !== '' && { company }),
    line1,
    ...(line2 !== '' && { line2 }),
    city,
    // The name of a state or province may have been stored before the store knew it.
    ...(region !== '' && { region: storedRegion(country, region) }),
    postalCode,
    country,
    phone,
  }
  const problems = addressProblems(address)
  return { _id, ...address, isDefault: row.is_default, ...(problems.length > 0 && { problems }) }
}
