import { createHmac, hkdfSync } from 'node:crypto'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { VERIFICATION_CODE_MINUTES } from '#domain/mails/verify-email-mail.ts'

/** How many wrong codes one email allows. */
const TRIES = 5

/**
 * The six digits of a verification email, which are typed where the account is signed in. Another email
 * replaces them.
 * @param secret the store's AUTH_SECRET; codes are hashed with a key derived from it, since a million plain
 * hashes are quickly tried.
 */
export function emailCode(secret: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'driveline email code', 32))
  return emailOTP({
    otpLength: 6,
    expiresIn: VERIFICATION_CODE_MINUTES * 60,
    allowedAttempts: TRIES,
    storeOTP: { hash: async (code) => createHmac('sha256', key).update(code).digest('base64url') },
    // Codes are created when their email is delivered: see complete-mail.ts.
    sendVerificationOTP: async () => undefined,
  })
}
