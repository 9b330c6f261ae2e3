import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '#config/limits.ts'
import type { Database } from '#db/connection.ts'
import type { CompleteMail } from '#domain/mails/mail.ts'
import { resetPasswordMail } from '#domain/mails/reset-password-mail.ts'
import { VERIFICATION_LINK_HOURS, verifyEmailMail } from '#domain/mails/verify-email-mail.ts'
import { identityPaths } from '#identity-paths.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import type { BetterAuth } from './better-auth-instance.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { createVerificationCode } from './verification-code.ts'

/**
 * Writes the identity emails with a new link and code when they are delivered: an email that waits, fails or
 * was delivered contains none that a reader of the database could use.
 */
export function createMailCompletion(
  { db, appUrl, store }: Pick<IdentityDeps, 'db' | 'appUrl' | 'store'>,
  auth: BetterAuth,
): CompleteMail {
  return async (mail) => {
    const { id, kind, to } = mail
    if (kind !== 'confirm_email' && kind !== 'reset_password') return mail
    const user = await findUser(db, to)
    if (!user) return null
    const { name: storeName } = await store()
    if (kind === 'reset_password') {
      const token = await createResetToken(auth, user.id, limits.resetMailsPerEmail.windowSeconds)
      return resetPasswordMail({
        id,
        to,
        storeName,
        link: appUrl() + pathWithQuery(paths.resetPassword, { token }),
      })
    }
    if (user.emailVerified) return null
    const link = await createVerificationCode(db, to, VERIFICATION_LINK_HOURS * 3600)
    const { api } = await auth.instance()
    const code = await api.createVerificationOTP({ body: { email: to, type: 'email-verification' } })
    const proof = { link: appUrl() + identityPaths.verificationLink(link), code }
    return verifyEmailMail({ id, to, storeName, proof })
  }
}

/** Without the store's own provider, nothing answers the links of an identity email that still waits. */
export const completeNoIdentityMail: CompleteMail = async (mail) =>
  mail.kind === 'confirm_email' || mail.kind === 'reset_password' ? null : mail

/** A token for choosing a password, stored by Better Auth, as a hash. `seconds`: its validity. */
export async function createResetToken(auth: BetterAuth, userId: string, seconds: number): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const { internalAdapter } = await (await auth.instance()).$context
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: userId,
    expiresAt: new Date(Date.now() + seconds * 1_000),
  })
  return token
}

async function findUser(db: Database, email: string) {
  const { rows } = await sql<{ id: string; emailVerified: boolean }>`
    select id, "emailVerified" from identity."user" where email = ${email}`.execute(db)
  return rows[0]
}
