import { sql } from 'kysely'
import { roleInForce } from '../accounts/account-queries.server.ts'
import { hashToken } from '../accounts/issue-access-token.server.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { ok, type Outcome, refused, type UpdateResult } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'

/**
 * Makes the viewer an admin, by the token of an emailed invitation. Access: the owner of the invited email.
 * It works once, and only while the admin who invited is one.
 * Refusals: invitation_ended; forbidden to another email; email_not_verified, when the invitation stays open.
 * Already an admin: modifiedCount 0.
 */
export async function acceptInvitation(
  { db }: Pick<Shop, 'db'>,
  viewer: Viewer,
  token: string,
): Promise<Outcome<UpdateResult>> {
  return db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const invitation = await trx
      .selectFrom('staff_invitations')
      .select(['id', 'email', 'invited_by'])
      .where(sql<boolean>`${hashToken(token)} = any (token_hashes) and expires_at > now()`)
      .forUpdate()
      .executeTakeFirst()
    if (!invitation) return refused('invitation_ended', ENDED)
    if (invitation.email !== viewer.email) return refused('forbidden', OTHER_EMAIL)
    // By id, as in promoting: the roles of both may change at this moment.
    const locked = await trx
      .selectFrom('accounts')
      .select(['id', 'role', 'email_verified', 'closed_at'])
      .where('id', 'in', [viewer.id, invitation.invited_by])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const inviter = locked.find(({ id }) => id === invitation.invited_by)
    const account = locked.find(({ id }) => id === viewer.id)
    if (!inviter || roleInForce(inviter) !== 'admin') return refused('invitation_ended', ENDED)
    if (!account || account.closed_at) return refused('invitation_ended', ENDED)
    if (!account.email_verified) return refused('email_not_verified', NOT_VERIFIED)
    await trx.deleteFrom('staff_invitations').where('id', '=', invitation.id).execute()
    if (account.role === 'admin') return ok({ modifiedCount: 0 })
    await trx.updateTable('accounts').set({ role: 'admin' }).where('id', '=', account.id).execute()
    await recordChange(trx, {
      actorId: invitation.invited_by,
      action: 'promote',
      subject: `account:${account.id}`,
      before: { role: account.role },
      after: { role: 'admin', invitationId: invitation.id },
    })
    return ok({ modifiedCount: 1 })
  })
}

const ENDED =
  'This invitation was used or withdrawn, or is older than a week. Ask the admin who invited you for another one.'
const OTHER_EMAIL =
  'This invitation is for another email address. Log out, and log in or sign up with the address that it was sent to.'
const NOT_VERIFIED =
  'Verify your email address first: type the code from our verification email above. Then accept.'
