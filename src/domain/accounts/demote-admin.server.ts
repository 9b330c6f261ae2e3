import { sql } from 'kysely'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { IS_ADMIN } from './account-queries.server.ts'
import type { Viewer } from './viewer.ts'

/**
 * Takes a user's admin rights away, with the next request of every access token. Access: admins, also for
 * themselves, and the command line (`viewer` null). All admins are locked: of two who take each other's
 * rights away, the second is no longer an admin. A trigger records the change in the audit.
 * Refusals: not_found; last_admin; shared_account, the demo's; forbidden when the viewer is no longer an
 * admin. Not an admin: modifiedCount 0.
 */
export async function demoteAdmin(
  { db, rules }: Pick<Shop, 'db'> & { rules: Pick<Shop['rules'], 'sharedEmails'> },
  viewer: Viewer | null,
  email: string,
): Promise<Outcome<UpdateResult>> {
  return db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const locked = await trx
      .selectFrom('accounts')
      .select(['id', 'email', 'role', IS_ADMIN.as('is_admin')])
      .where((eb) => eb.or([eb('role', '=', 'admin'), eb('email', '=', email)]))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const admins = locked.filter((row) => row.is_admin)
    if (viewer && !admins.some(({ id }) => id === viewer.id))
      return refused('forbidden', 'Only admins can take admin rights away.')
    const account = locked.find((row) => row.email === email)
    if (!account) return refused('not_found', 'There is no user with this email address.')
    if (account.role !== 'admin') return ok({ modifiedCount: 0 })
    if (rules.sharedEmails.includes(email)) return refused('shared_account', SHARED)
    if (!admins.some(({ id }) => id !== account.id)) return refused('last_admin', LAST_ADMIN)
    await sql`select set_config('driveline.actor', ${viewer?.id ?? ''}, true)`.execute(trx)
    await trx.updateTable('accounts').set({ role: 'customer' }).where('id', '=', account.id).execute()
    return ok({ modifiedCount: 1 })
  })
}

const LAST_ADMIN = 'This is the last admin of the store. Make another user an admin first.'
const SHARED = 'Everyone who tries this demo uses this account, so it stays an admin.'
