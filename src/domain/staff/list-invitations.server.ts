import { sql } from 'kysely'
import { MAX_PAGE_SIZE } from '../shared/page-size.ts'
import type { Shop } from '../shop.ts'
import type { Invitation } from './invitation.ts'

/** Open invitations, newest first, also those that have expired in the last weeks. Access: admins. */
export async function listInvitations({ db }: Pick<Shop, 'db'>): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('staff_invitations as i')
    .innerJoin('accounts', 'accounts.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.created_at', 'i.expires_at', 'accounts.name'])
    .select(sql<boolean>`i.expires_at <= now()`.as('expired'))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(MAX_PAGE_SIZE)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    email: row.email,
    invitedBy: row.name,
    invitedAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.expired,
  }))
}
