import { z } from 'zod'
import { AccountSchema, ListAccountsQuery, UpdateProfileInput } from '#domain/accounts/account.ts'
import { boundedText } from '#domain/shared/text.ts'
import { defineCall } from './call.ts'
import { EmailParams, UpdateResult } from './shared-schemas.ts'

/** Sent after sign-in or sign-up, and again before the token expires. */
export const issueAccessToken = defineCall('PUT', '/user/{email}', {
  summary: 'Issue an access token for the identity proved by this request',
  access: 'session',
  params: EmailParams,
  body: z.object({ email: boundedText(254).optional() }),
  response: z.object({
    token: z.string(),
    expiresAt: z.string(),
    account: AccountSchema,
    claimed: z
      .literal(true)
      .optional()
      .describe(
        'For 15 minutes after the owner of the mailbox has taken the account over from an unverified sign-up: its password, sessions, name and profile were removed',
      ),
  }),
  refusals: ['forbidden', 'provider_unavailable'],
})

export const showAccount = defineCall('GET', '/user/{email}', {
  summary: 'Show a profile and its role',
  access: 'self-or-admin',
  params: EmailParams,
  response: AccountSchema,
})

export const updateProfile = defineCall('PUT', '/updateUser/{email}', {
  summary: 'Change education, address, phone and LinkedIn in your own profile',
  access: 'self',
  params: EmailParams,
  body: UpdateProfileInput,
  response: UpdateResult,
})

export const showAdminFlag = defineCall('GET', '/admin/{email}', {
  summary: 'Whether this user is an admin',
  access: 'self-or-admin',
  params: EmailParams,
  response: z.object({ admin: z.boolean() }),
})

export const listAccounts = defineCall('GET', '/users', {
  summary: 'List users, newest first',
  access: 'admin',
  query: ListAccountsQuery,
  response: z.array(AccountSchema),
})

export const demoteAdmin = defineCall('DELETE', '/user/admin/{email}', {
  summary: 'Take a user’s admin rights away, or give up your own',
  access: 'admin',
  params: EmailParams,
  response: UpdateResult,
  refusals: ['last_admin', 'shared_account'],
})

export const promoteToAdmin = defineCall('PUT', '/user/admin/{email}', {
  summary: 'Make a user an admin',
  access: 'admin',
  params: EmailParams,
  response: UpdateResult,
  refusals: ['email_not_verified'],
  forbiddenMessage: 'Failed to Add New Admin',
})
