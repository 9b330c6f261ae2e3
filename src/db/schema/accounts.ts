import type { Generated, JSONColumnType } from 'kysely'

export type AccountsTable = {
  id: string
  email: string
  name: string
  /** An unverified account is never admin, whatever its role says. */
  email_verified: Generated<boolean>
  role: Generated<'customer' | 'admin'>
  education: string | null
  address: string | null
  phone: string | null
  linkedin: string | null
  created_at: Generated<Date>
  /** When the mailbox's owner took it over from an unverified sign-up. */
  claimed_at: Date | null
  /** When its owner closed it: the row stays without personal data. */
  closed_at: Date | null
}

export type AccessTokensTable = {
  token_hash: Buffer
  account_id: string
  session_id: string | null
  expires_at: Date
  created_at: Generated<Date>
}

export type IdempotencyKeysTable = {
  account_id: string
  call: string
  key: string
  body_hash: Buffer
  /** The stored response; null if it was a refusal. */
  answer: JSONColumnType<Record<string, unknown>> | null
  refusal: JSONColumnType<Record<string, unknown>> | null
  created_at: Generated<Date>
}
