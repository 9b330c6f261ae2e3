import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { isId } from '../shared/id.ts'
import { newestFirst } from '../shared/newest-first.server.ts'
import { ok, type Outcome, refused, type UpdateResult } from '../shared/outcome.ts'
import { formatReturnNumber } from '../shared/return-number.ts'
import type { Shop } from '../shop.ts'
import type { ChangeFlagInput, FitmentFlag, ListFlagsQuery } from './return.ts'

/** Parts that were returned since they did not fit, newest first. Access: admins. */
export async function listFitmentFlags(
  { db }: Pick<Shop, 'db'>,
  { state, ...page }: ListFlagsQuery,
): Promise<FitmentFlag[]> {
  const flags = db
    .selectFrom('fitment_flags')
    .innerJoin('products as p', 'p.id', 'fitment_flags.product_id')
    .innerJoin('returns as r', 'r.id', 'fitment_flags.return_id')
    .innerJoin('return_lines as l', (join) =>
      join
        .onRef('l.return_id', '=', 'fitment_flags.return_id')
        .onRef('l.order_id', '=', 'fitment_flags.order_id')
        .on('l.core', '=', false),
    )
    .select([
      'fitment_flags.id',
      'fitment_flags.vehicle',
      'fitment_flags.said',
      'fitment_flags.reason',
      'fitment_flags.state',
      'fitment_flags.created_at',
      'p.id as product_id',
      'p.name',
      'p.part_number',
      'r.id as return_id',
      'r.number',
      'r.purchase_id',
      'l.words',
    ])
    .where('fitment_flags.state', '=', state)
  const rows = await newestFirst(flags, 'fitment_flags', 'created_at', page).execute()
  return rows.map((row) => ({
    _id: row.id,
    product: {
      _id: row.product_id,
      name: row.name,
      ...(row.part_number !== '' && { partNumber: row.part_number }),
    },
    vehicle: row.vehicle,
    said: row.said,
    reason: row.reason,
    ...(row.words !== '' && { words: row.words }),
    return: { _id: row.return_id, number: formatReturnNumber(row.number) },
    purchaseId: row.purchase_id,
    state: row.state,
    at: row.created_at.toISOString(),
  }))
}

/**
 * Closes an open flag: the fitment of the part was changed, or need not be. Access: admins. One that is
 * closed: modifiedCount 0. Refusals: not_found.
 */
export async function changeFitmentFlag(
  { db }: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
  { state }: ChangeFlagInput,
): Promise<Outcome<UpdateResult>> {
  return db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const flag = isId(id)
      ? await trx.selectFrom('fitment_flags').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      : undefined
    if (!flag) return refused('not_found', 'There is no such flag.')
    if (flag.state !== 'open') return ok({ modifiedCount: 0 })
    await trx
      .updateTable('fitment_flags')
      .set({ state, decided_by: viewer.id, decided_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'close_fitment_flag',
      subject: `product:${flag.product_id}`,
      after: { state, vehicle: flag.vehicle, returnId: flag.return_id },
    })
    return ok({ modifiedCount: 1 })
  })
}

/** Closes the open flags of returns that do not come: their parts cannot be looked at. */
export async function dismissFlags(
  trx: Database,
  returnIds: readonly string[],
  decidedBy: string | null,
): Promise<void> {
  if (returnIds.length === 0) return
  await trx
    .updateTable('fitment_flags')
    .set({ state: 'dismissed', decided_by: decidedBy, decided_at: sql<Date>`clock_timestamp()` })
    .where('return_id', 'in', returnIds)
    .where('state', '=', 'open')
    .execute()
}
