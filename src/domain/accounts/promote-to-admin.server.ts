import { recordChange } from '../audit/record-change.server.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { IS_ADMIN } from './account-queries.server.ts'
import type { Viewer } from './viewer.ts'

const NOT_VERIFIED =
  'This email address is not verified yet, so its account cannot become an admin. Ask the user to open the link in the email we sent; My Profile has a button that resends it.'

/**
 * Makes a user an admin. Access: admins, and the command line (`viewer` null). The role is the constant
 * 'admin'; demote-admin.server.ts takes it away. The promoting admin's own role is read again inside the
 * transaction, so that a demoted admin cannot promote anyone.
 * Refusals: not_found; email_not_verified, since an unverified address may belong to another person;
 * forbidden when the viewer is no longer an admin. Already an admin: modifiedCount 0.
 */
export async function promoteToAdmin(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer | null,
  email: string,
): Promise<Outcome<UpdateResult>> {
  return shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    // Locked first, since the email may be verified concurrently; by id, since two admins may promote each
    // other.
    const locked = await trx
      .selectFrom('accounts')
      .select(['id', 'email', 'role', 'email_verified', 'closed_at', IS_ADMIN.as('is_admin')])
      .where((eb) => eb.or([eb('email', '=', email), eb('id', '=', viewer?.id ?? null)]))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    if (viewer && !locked.some((row) => row.id === viewer.id && row.is_admin))
      return refused('forbidden', 'Failed to Add New Admin')
    const account = locked.find((row) => row.email === email && row.closed_at === null)
    if (!account) return refused('not_found', 'There is no user with this email address.')
    if (!account.email_verified) return refused('email_not_verified', NOT_VERIFIED)
    if (account.role === 'admin') return ok({ modifiedCount: 0 })
    await trx.updateTable('accounts').set({ role: 'admin' }).where('id', '=', account.id).execute()
    await recordChange(trx, {
      actorId: viewer?.id ?? null,
      action: 'promote',
      subject: `account:${account.id}`,
      before: { role: account.role },
      after: { role: 'admin' },
    })
    return ok({ modifiedCount: 1 })
  })
}
