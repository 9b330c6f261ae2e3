import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { type Delivery, deliveryOf, tableOf } from './delivery.ts'
import { deliveryChanges } from './describe-delivery.ts'
import { readDelivery } from './read-delivery.server.ts'
import { writeDelivery } from './write-delivery.server.ts'

/** The whole delivery. Access: admins. */
export async function showDelivery({ db }: Pick<Shop, 'db'>): Promise<Delivery> {
  const { revision, table } = await readDelivery(db)
  return deliveryOf(revision, table)
}

/**
 * Replaces the whole delivery, and returns it with its new revision. Access: admins. Refusals:
 * settings_changed when another admin has changed it since `revision`.
 */
export function editDelivery(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  input: Delivery,
): Promise<Outcome<Delivery>> {
  return shop.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('driveline.delivery'))`.execute(trx)
    const before = await readDelivery(trx)
    if (before.revision !== input.revision)
      return refused('settings_changed', 'Another admin has changed the delivery since. Load it again.')
    await writeDelivery(trx, tableOf(input), viewer.id)
    const after = await readDelivery(trx)
    if (!isDeepStrictEqual(before.table, after.table))
      await recordChange(trx, {
        actorId: viewer.id,
        action: 'edit_delivery',
        subject: 'settings:delivery',
        ...deliveryChanges(before.table, after.table),
      })
    return ok(deliveryOf(after.revision, after.table))
  })
}
