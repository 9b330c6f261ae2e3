import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as paths from '#paths.ts'
import { hashToken } from '../accounts/issue-access-token.server.ts'
import type { Mail } from '../mails/mail.ts'
import { invitationOf, staffInvitationMail } from '../mails/staff-invitation-mail.ts'
import type { Shop } from '../shop.ts'

/**
 * Writes an invitation's email with a new token when it is delivered, of which the database has only the
 * hash. Null: the invitation was withdrawn, accepted, replaced or has expired.
 */
export async function completeInvitationMail(
  { db, content, appUrl }: Pick<Shop, 'db' | 'content' | 'appUrl'>,
  mail: Mail,
): Promise<Mail | null> {
  const invitationId = invitationOf(mail)
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql`
    update staff_invitations set token_hashes = token_hashes || ${hashToken(token)}::bytea
    where id = ${invitationId} and expires_at > now() returning id`.execute(db)
  if (rows.length === 0) return null
  const link = appUrl() + paths.invitation(token)
  const { name: storeName } = await content()
  return staffInvitationMail({ invitationId, to: mail.to, storeName, link })
}
