import { recordChange } from '../audit/record-change.server.ts'
import { type Modified, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { IS_ADMIN } from './account-queries.server.ts'
import type { Viewer } from './viewer.ts'

const NOT_VERIFIED =
  'This email address is not verified yet, so its account cannot become an admin. Ask the person to open the link in the email we sent; My Profile has a button that sends it again.'

/**
 * Makes a user an admin. Who may: admins, and the command line (`viewer` null). One way; the role is the constant 'admin'.
 * The promoting admin's own role is read again inside the transaction, so that a demoted admin promotes no one.
 * Refused: not_found; email_not_verified, since an unverified address may belong to another person; forbidden when the viewer is not an
 * admin any longer. Already an admin: modifiedCount 0.
 */
export async function promoteToAdmin(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer | null,
  email: string,
): Promise<Outcome<Modified>> {
  const outcome = await shop.db.transaction().execute(async (trx): Promise<Outcome<Modified>> => {
    if (viewer) {
      const promoter = await trx
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', viewer.id)
        .where(IS_ADMIN)
        .forShare()
        .executeTakeFirst()
      if (!promoter) return refused('forbidden', 'Failed to Add New Admin')
    }
    const promoted = await trx
      .updateTable('accounts')
      .set({ role: 'admin' })
      .where('email', '=', email)
      .where('role', '<>', 'admin')
      .where('email_verified', '=', true)
      .returning('id')
      .executeTakeFirst()
    if (promoted) {
      await recordChange(trx, {
        actorId: viewer?.id ?? null,
        action: 'promote',
        subject: `account:${promoted.id}`,
        before: { role: 'customer' },
        after: { role: 'admin' },
      })
      return ok({ modifiedCount: 1 })
    }
    const known = await trx
      .selectFrom('accounts')
      .select('email_verified')
      .where('email', '=', email)
      .executeTakeFirst()
    if (!known) return refused('not_found', 'There is no user with this email address.')
    return known.email_verified ? ok({ modifiedCount: 0 }) : refused('email_not_verified', NOT_VERIFIED)
  })
  await shop.publishChange('tokens')
  return outcome
}
