import { z } from 'zod'
import { isPlainAddress } from '../mails/plain-address.ts'
import { boundedText, EmailSchema } from '../shared/text.ts'

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7

/** The address gets an email: one that mail cannot be sent to is refused. */
export const InviteAdminInput = z.object({
  email: EmailSchema.refine(isPlainAddress, 'Provide a Valid Email'),
})

/** `token`: of the link in the email. */
export const AcceptInvitationInput = z.object({
  token: boundedText(100, { missing: 'Open the link in the email again.' }),
})

/** An open invitation, as admins see it. Dates are ISO 8601. */
export const InvitationSchema = z.object({
  _id: z.string(),
  email: z.string(),
  invitedBy: z.string().describe('The name of the admin who invited'),
  invitedAt: z.string().describe('When it was sent (ISO 8601)'),
  expiresAt: z.string().describe('Until when it can be accepted (ISO 8601)'),
  expired: z.boolean().describe('Whether it can no longer be accepted'),
})
export type Invitation = z.infer<typeof InvitationSchema>
