import { sql } from 'kysely'
import { findAccountByEmail, roleInForce } from '../accounts/account-queries.server.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { staffInvitationMail } from '../mails/staff-invitation-mail.ts'
import { type InsertResult, ok, type Outcome, refused, refuseTooMany } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { INVITATION_DAYS } from './invitation.ts'

/**
 * Invites a person by email to become an admin. Access: admins. Replaces an open invitation of this email,
 * whose link then no longer works. An account with this email stays as it is until its owner accepts.
 * @param email normalized.
 * Refusals: already_admin; too_many_requests.
 */
export async function inviteAdmin(
  shop: Pick<Shop, 'db' | 'mail' | 'limits' | 'content'>,
  viewer: Viewer,
  email: string,
): Promise<Outcome<InsertResult>> {
  const account = await findAccountByEmail(shop.db, email)
  if (account && roleInForce(account) === 'admin')
    return refused('already_admin', `${email} is an admin already.`)
  const wait = await shop.limits.consume('invitationsPerAccount', [viewer.id])
  if (wait) return refuseTooMany('You have invited many people today.', wait)
  const id = await shop.db.transaction().execute(async (trx) => {
    const invitation = {
      invited_by: viewer.id,
      expires_at: sql<Date>`now() + make_interval(days => ${INVITATION_DAYS}::integer)`,
    }
    // A new id: the older invitation's emails find nothing any more.
    const row = await trx
      .insertInto('staff_invitations')
      .values({ ...invitation, email })
      .onConflict((conflict) =>
        conflict.column('email').doUpdateSet({
          ...invitation,
          id: sql<string>`gen_random_uuid()`,
          token_hashes: sql<Buffer[]>`'{}'`,
          created_at: sql<Date>`now()`,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(trx, { actorId: viewer.id, action: 'invite_admin', subject: `invitation:${row.id}` })
    return row.id
  })
  // After the commit, as all emails with links: their tokens are made when they are delivered.
  const { name: storeName } = await shop.content()
  await shop.mail.send(staffInvitationMail({ invitationId: id, to: email, storeName }))
  return ok({ insertedId: id })
}
