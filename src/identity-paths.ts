import { pathWithQuery } from './paths.ts'

/** The sign-in calls that pages use; integrations/identity has them all. */
export const identityPaths = {
  signUp: '/auth/sign-up/email',
  signIn: '/auth/sign-in/email',
  signOut: '/auth/sign-out',
  session: '/auth/get-session',
  updateUser: '/auth/update-user',
  /** A verification link itself, which verifies where the account is signed in. */
  verificationLink: (code: string) => pathWithQuery('/auth/verify-email', { code }),
  sendVerification: '/auth/send-verification-email',
  verifyByCode: '/auth/email-otp/verify-email',
  unverifiedAccount: (code: string) => pathWithQuery('/auth/unverified-account', { code }),
  claimAccount: '/auth/claim-account',
  deleteUnverifiedAccount: '/auth/delete-unverified-account',
  requestPasswordReset: '/auth/request-password-reset',
  resetPassword: '/auth/reset-password',
  signInMethods: '/auth/sign-in-methods',
  changePassword: '/auth/change-password',
  closeAccount: '/auth/close-account',
  enableSecondFactor: '/auth/two-factor/enable',
  disableSecondFactor: '/auth/two-factor/disable',
  verifyCode: '/auth/two-factor/verify-totp',
  verifyBackupCode: '/auth/two-factor/verify-backup-code',
  /** The call that issues an access token, which public pages send without the contract. */
  accessToken: (email: string) => `/user/${encodeURIComponent(email)}`,
  google: '/auth/google',
  issuer: (query: object) => pathWithQuery('/auth/oidc', query),
} as const
