import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { isId } from '../shared/id.ts'
import { type DeleteResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'

/** Withdraws an invitation: its link no longer works. Access: admins. Refusals: not_found. */
export async function withdrawInvitation(
  { db }: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<DeleteResult>> {
  return db.transaction().execute(async (trx): Promise<Outcome<DeleteResult>> => {
    const gone = isId(id)
      ? await trx.deleteFrom('staff_invitations').where('id', '=', id).returning('id').executeTakeFirst()
      : undefined
    if (!gone) return refused('not_found', 'This invitation was accepted or withdrawn before.')
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'withdraw_invitation',
      subject: `invitation:${gone.id}`,
    })
    return ok({ deletedCount: 1 })
  })
}
