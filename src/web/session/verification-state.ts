/** The result of a verification link, which the login page passes on as the state of its navigation. */
export type VerificationState = { verification: 'verified' | 'before' | 'failed' }
