import { ok } from '#domain/shared/outcome.ts'
import { acceptInvitation } from '#domain/staff/accept-invitation.server.ts'
import { inviteAdmin } from '#domain/staff/invite-admin.server.ts'
import { listInvitations } from '#domain/staff/list-invitations.server.ts'
import { withdrawInvitation } from '#domain/staff/withdraw-invitation.server.ts'
import type { Handlers } from './serve-call.ts'

export const staff = {
  inviteAdmin: ({ shop, viewer, body }) => inviteAdmin(shop, viewer, body.email),
  listInvitations: async ({ shop }) => ok(await listInvitations(shop)),
  withdrawInvitation: ({ shop, viewer, params }) => withdrawInvitation(shop, viewer, params.id),
  acceptInvitation: ({ shop, viewer, body }) => acceptInvitation(shop, viewer, body.token),
} satisfies Partial<Handlers>
