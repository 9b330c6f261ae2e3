import { z } from 'zod'
import { AccountSchema, ListAccountsQuery, UpdateProfileInput } from '#domain/accounts/account.ts'
import { boundedText } from '#domain/shared/text.ts'
import { defineCall } from './call.ts'
import { EmailParams, Modified } from './shared-schemas.ts'

/** Sent after sign-in or sign-up, and again before the token ends. */
export const issueAccessToken = defineCall({
  method: 'PUT',
  path: '/user/{email}',
  summary: 'Issue an access token for the identity proved by this request',
  who: 'session',
  params: EmailParams,
  body: z.object({ email: boundedText(254).optional() }),
  response: z.object({ token: z.string(), expiresAt: z.string(), account: AccountSchema }),
  refusals: ['forbidden', 'provider_unavailable'],
})

export const showAccount = defineCall({
  method: 'GET',
  path: '/user/{email}',
  summary: 'Show a profile and its role',
  who: 'self-or-admin',
  params: EmailParams,
  response: AccountSchema,
  refusals: ['not_found'],
})

export const updateProfile = defineCall({
  method: 'PUT',
  path: '/updateUser/{email}',
  summary: 'Change education, address, phone and LinkedIn of one’s own profile',
  who: 'self',
  params: EmailParams,
  body: UpdateProfileInput,
  response: Modified,
})

export const showAdminFlag = defineCall({
  method: 'GET',
  path: '/admin/{email}',
  summary: 'Whether this user is an admin',
  who: 'self-or-admin',
  params: EmailParams,
  response: z.object({ admin: z.boolean() }),
})

export const listAccounts = defineCall({
  method: 'GET',
  path: '/users',
  summary: 'List users, newest first',
  who: 'admin',
  query: ListAccountsQuery,
  response: z.array(AccountSchema),
})

export const promoteToAdmin = defineCall({
  method: 'PUT',
  path: '/user/admin/{email}',
  summary: 'Make a user an admin',
  who: 'admin',
  params: EmailParams,
  response: Modified,
  refusals: ['not_found', 'email_not_verified'],
  forbidden: 'Failed to Add New Admin',
})
