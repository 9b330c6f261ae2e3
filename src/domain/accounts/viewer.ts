/** Who is asking: the account behind the access token of this request, with its role as the database has it now. */
export type Viewer = {
  id: string
  email: string
  name: string
  role: Role
  /** SHA-256 of the token, by which a statement can make sure that it has not ended. */
  tokenHash: Buffer
}

/** What somebody is told whose access token is missing, wrong, or has ended. */
export const LOG_IN_FIRST = 'Please log in to go on.'

/** Roles, as the specification's "'admin' or other" has them. */
export const ROLES = ['customer', 'admin'] as const
export type Role = (typeof ROLES)[number]
