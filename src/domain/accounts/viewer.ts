/** The account behind the access token of this request, with its current role. */
export type Viewer = {
  id: string
  email: string
  name: string
  role: Role
  /** SHA-256 of the token; statements use it to check that the token has not ended. */
  tokenHash: Buffer
}

/** The message for a missing, invalid or ended access token. */
export const LOG_IN_FIRST = 'Please log in to continue.'

/** Every account has one of two roles. */
export const ROLES = ['customer', 'admin'] as const
export type Role = (typeof ROLES)[number]
