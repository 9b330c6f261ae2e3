import { sql } from 'kysely'
import type { Viewer } from '../accounts/viewer.ts'
import { type InsertResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { lockOrder, NO_SUCH_ORDER } from './order-queries.server.ts'
import { MAX_NOTES, type OrderNoteInput } from './order-record.ts'

/**
 * Adds a note to an order, with its author and time. Notes stay: only the erasure of a former customer
 * deletes them. Access: admins; the customer never sees it.
 * Refusals: not_found; too_many_notes.
 */
export async function addOrderNote(
  { db }: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
  { text }: OrderNoteInput,
): Promise<Outcome<InsertResult>> {
  return db.transaction().execute(async (trx): Promise<Outcome<InsertResult>> => {
    if (!(await lockOrder(trx, id))) return refused('not_found', NO_SUCH_ORDER)
    const { rows } = await sql<{ notes: number }>`
      select count(*)::integer as notes from order_notes where order_id = ${id}`.execute(trx)
    if ((rows[0]?.notes ?? 0) >= MAX_NOTES)
      return refused('too_many_notes', `An order holds ${MAX_NOTES} notes, and this one has as many.`)
    const note = await trx
      .insertInto('order_notes')
      .values({ order_id: id, author_id: viewer.id, text })
      .returning('id')
      .executeTakeFirstOrThrow()
    return ok({ insertedId: note.id })
  })
}
