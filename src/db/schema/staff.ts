import type { Generated } from 'kysely'

export type StaffInvitationsTable = {
  id: Generated<string>
  email: string
  /** SHA-256 of the token in each delivered email. */
  token_hashes: Generated<Buffer[]>
  invited_by: string
  created_at: Generated<Date>
  expires_at: Date
}
