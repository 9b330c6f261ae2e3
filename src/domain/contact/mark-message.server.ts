import { sql } from 'kysely'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { isId } from '../shared/id.ts'
import { ok, type Outcome, refused, type UpdateResult } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { NO_SUCH_MESSAGE } from './inbox-queries.server.ts'

/**
 * Marks a message as done, or opens it again. Access: admins. No change: modifiedCount 0. Refusals:
 * not_found.
 */
export async function markMessage(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
  done: boolean,
): Promise<Outcome<UpdateResult>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_MESSAGE)
  return shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const message = await trx
      .selectFrom('contact_messages')
      .select('done_at')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!message) return refused('not_found', NO_SUCH_MESSAGE)
    if ((message.done_at !== null) === done) return ok({ modifiedCount: 0 })
    await trx
      .updateTable('contact_messages')
      .set({ done_at: done ? sql<Date>`now()` : null })
      .where('id', '=', id)
      .execute()
    // Without name and email: the audit is kept, and the message is not.
    await recordChange(trx, {
      actorId: viewer.id,
      action: done ? 'finish_message' : 'reopen_message',
      subject: `message:${id}`,
    })
    return ok({ modifiedCount: 1 })
  })
}
