import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { StoreIdentity } from '#domain/content/store-content.ts'

/**
 * Codes from an authenticator app (TOTP), with ten backup codes; both encrypted with AUTH_SECRET. No trusted
 * devices, no codes by email.
 */
export function secondFactor() {
  return twoFactor({
    backupCodeOptions: { storeBackupCodes: 'encrypted' },
    // Wrong codes are counted in attempt-limits.ts, so that the owner's browser is not locked out with the
    // others.
    accountLockout: { enabled: false },
  })
}

/**
 * The only calls that may start a session of an account with a second factor: the one that then asks for the
 * code, those that accept it, and those that renew a session which has passed it. A Google sign-in does not
 * know the factor. A new account has none.
 */
const asksForTheCode = new Set([
  '/sign-up/email',
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/disable',
])

/** Whether a session of this user may start at this path of Better Auth. */
export async function mayBeginSession(
  db: Database,
  userId: string,
  path: string | undefined,
): Promise<boolean> {
  if (path !== undefined && asksForTheCode.has(path)) return true
  const result = await sql<{ on: boolean }>`
    select "twoFactorEnabled" as on from identity."user" where id = ${userId}`.execute(db)
  return result.rows[0]?.on !== true
}

/**
 * Before the setup: gives the app the store's name, and refuses a second one, with which an attacker who has
 * the session and the password would lock out the app in use.
 */
export function beforeSetUp(store: () => Promise<StoreIdentity>) {
  return createAuthMiddleware(async (context) => {
    if (context.path !== '/two-factor/enable') return undefined
    const session = await getSessionFromCtx(context)
    if (session?.user['twoFactorEnabled'] === true)
      throw new APIError('CONFLICT', { code: 'TWO_FACTOR_ALREADY_ON', message: 'Switch it off first' })
    const { name: issuer } = await store()
    return { context: { body: { ...Object(context.body), issuer } } }
  })
}
