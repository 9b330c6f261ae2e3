import { z } from 'zod'
import { AcceptInvitationInput, InvitationSchema, InviteAdminInput } from '#domain/staff/invitation.ts'
import { defineCall } from './call.ts'
import { DeleteResult, EmailParams, IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const inviteAdmin = defineCall('POST', '/staff/invitations', {
  summary: 'Invite a person by email to become an admin',
  access: 'admin',
  body: InviteAdminInput,
  response: InsertResult,
  status: 201,
  refusals: ['already_admin', 'too_many_requests'],
})

export const listInvitations = defineCall('GET', '/staff/invitations', {
  summary: 'List open invitations, newest first',
  access: 'admin',
  response: z.array(InvitationSchema),
})

export const withdrawInvitation = defineCall('DELETE', '/staff/invitations/{id}', {
  summary: 'Withdraw an invitation',
  access: 'admin',
  params: IdParams,
  response: DeleteResult,
})

export const acceptInvitation = defineCall('POST', '/user/admin/{email}', {
  summary: 'Become an admin, by the token of an invitation to your email',
  access: 'self',
  params: EmailParams,
  body: AcceptInvitationInput,
  response: UpdateResult,
  refusals: ['invitation_ended', 'email_not_verified'],
})
