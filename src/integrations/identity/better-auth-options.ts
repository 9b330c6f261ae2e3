import type { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { limits } from '#config/limits.ts'
import type { Database } from '#db/connection.ts'
import { OverloadedError } from '#db/database-failure.ts'
import type { IdentityProof } from '#domain/accounts/identity-provider.ts'
import type { Mail } from '#domain/mails/mail.ts'
import { resetPasswordMail } from '#domain/mails/reset-password-mail.ts'
import { verifyEmailMail } from '#domain/mails/verify-email-mail.ts'
import { claimUnverifiedAccount } from './claim-unverified-account.ts'
import { emailCode } from './email-code.ts'
import type { GoogleOidc } from './google-oidc.ts'
import { GOOGLE_DONE } from './google-popup.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { nameFrom } from './oidc-claims.ts'
import { mayBeginSession, beforeSetUp, secondFactor } from './second-factor.ts'
import { verifyEmail } from './verify-email.ts'

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S

/** What one request passes to Better Auth's callbacks, and their results. */
export type RequestNotes = {
  /** The client's, as returned by addressForLimits. */
  address: string
  /** Emails to send once the request's transaction has committed. */
  mails: Mail[]
  /**
   * The hash of the new password, computed beforehand so that no database connection is held for its 80 ms.
   */
  newHash?: string
  /** The identity of the browser in which an emailed code is typed. */
  codeOf?: IdentityProof
  /** The name given by the mailbox's owner, who claims an unverified account with a new password. */
  ownersName?: string
  /** Too many passwords were waiting; Better Auth would report this as a failure. */
  busy?: OverloadedError
  /** The id of the user whose session was started last. */
  sessionOf?: string
  /** The id of the user whose password a mailed link has set. */
  resetOf?: string
}

/** The whole configuration of Better Auth: what it may do, how long things last, which emails it sends. */
export function betterAuthOptions(
  deps: Omit<IdentityDeps, 'appUrl'> & {
    /** Without a trailing slash. */
    appUrl: string
    google: GoogleOidc | null
    notes: AsyncLocalStorage<RequestNotes>
    onError: (error: unknown) => void
  },
) {
  const { db, appUrl, store, notes, hashing } = deps
  const mailLater = async (mail: Mail) => {
    notes.getStore()?.mails.push(mail)
  }
  const recordAndCheckSession = async (userId: string, path: string | undefined) => {
    const noted = notes.getStore()
    if (noted) noted.sessionOf = userId
    return (await mayBeginSession(db, userId, path)) ? undefined : false
  }
  const noteBusy = (error: unknown): never => {
    const noted = notes.getStore()
    if (!noted || !(error instanceof OverloadedError)) throw error
    noted.busy = error
    // Its own kind of error: for others Better Auth prints the stack.
    throw new APIError('SERVICE_UNAVAILABLE')
  }
  const client = () => notes.getStore()?.address ?? ''
  return {
    baseURL: appUrl,
    basePath: '/auth',
    secret: deps.secret,
    database: { db: db.withSchema('identity'), type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: { errorURL: appUrl + GOOGLE_DONE, onError: deps.onError },
    // Limits are counted outside: see attempt-limits.ts.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      // As long as the window of the mail limit: a client that uses up that limit has sent the owner a link
      // that still works.
      resetPasswordTokenExpiresIn: limits.resetMailsPerEmail.windowSeconds,
      // Links and codes are added at delivery: see complete-mail.ts. Better Auth's own token is never sent.
      async sendResetPassword({ user }) {
        const { name: storeName } = await store()
        const mail = { id: `reset-password.${randomUUID()}`, to: user.email, storeName }
        return mailLater(resetPasswordMail(mail))
      },
      async onPasswordReset({ user: { id, email } }) {
        // The person who opened the mailed link owns the email.
        const noted = notes.getStore()
        if (noted) noted.resetOf = id
        const name = noted?.ownersName
        await claimUnverifiedAccount(db, { email, ...(name !== undefined && { name }), keepPassword: true })
      },
      password: {
        hash: async (password) =>
          notes.getStore()?.newHash ?? hashing.hash(password, client()).catch(noteBusy),
        verify: (input) => hashing.verify(input, client()).catch(noteBusy),
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      async sendVerificationEmail({ user }) {
        const { name: storeName } = await store()
        return mailLater(verifyEmailMail({ id: `verify-email.${randomUUID()}`, to: user.email, storeName }))
      },
      // For a code. Better Auth sets the same flag again afterwards.
      async beforeEmailVerification({ id }) {
        const proof = notes.getStore()?.codeOf
        if (proof?.subject !== id || !(await verifyEmail(db, id, proof.sessionId)))
          throw new APIError('UNAUTHORIZED')
      },
    },
    user: { changeEmail: { enabled: false }, deleteUser: { enabled: false } },
    session: { expiresIn: 7 * DAY_S, updateAge: DAY_S },
    // Reset links are stored as hashes: read access to the database does not open accounts.
    verification: { storeIdentifier: 'hashed' },
    account: {
      // The state of a Google sign-in travels in an encrypted cookie: strangers cannot fill the database.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    hooks: { before: beforeSetUp(store) },
    databaseHooks: {
      session: {
        create: { before: async ({ userId }, context) => recordAndCheckSession(userId, context?.path) },
      },
      // Google's tokens are not needed again.
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, idToken: null, accessToken: null, refreshToken: null },
          }),
        },
      },
    },
    plugins: [
      secondFactor(),
      emailCode(deps.secret),
      ...(deps.google ? [googlePlugin(deps.google, db)] : []),
    ],
    advanced: {
      cookiePrefix: 'driveline',
      useSecureCookies: appUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions
}

/**
 * Google, or an issuer in its place, as a sign-in provider of Better Auth. Id tokens are only taken from the
 * issuer itself.
 */
function googlePlugin(google: GoogleOidc, db: Database): BetterAuthPlugin {
  return {
    id: 'driveline-google',
    init: () => ({
      context: {
        socialProviders: [
          {
            id: 'google',
            name: 'Google',
            createAuthorizationURL: ({ state, codeVerifier, redirectURI }) =>
              google
                .authorizationUrl({ state, codeVerifier, redirectUri: redirectURI })
                .catch((cause: unknown) => {
                  throw new APIError('SERVICE_UNAVAILABLE', { code: 'GOOGLE_UNAVAILABLE', cause })
                }),
            async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
              if (!codeVerifier) return null
              return { idToken: await google.redeem({ code, codeVerifier, redirectUri: redirectURI }) }
            },
            async getUserInfo({ idToken }) {
              const profile = idToken ? google.profileOf(idToken) : null
              if (!profile) return null
              // Better Auth refuses it with a code that the popup's last page knows.
              if (profile.email === null)
                return { user: { id: profile.subject, emailVerified: false }, data: {} }
              const { subject, email, emailVerified } = profile
              const name = profile.name ?? nameFrom(email)
              if (emailVerified)
                await claimUnverifiedAccount(db, { email, name, link: { providerId: 'google', subject } })
              return { user: { id: subject, email, emailVerified, name }, data: {} }
            },
          },
        ],
      },
    }),
  }
}
