import { z } from 'zod'
import { SignUpInput } from '#domain/accounts/account.ts'
import { EmailSchema, normalizeEmail } from '#domain/shared/text.ts'

/**
 * An issuer's claims about a person. `email` is normalized; it and `name` are null when the store cannot use
 * them.
 */
export type PersonClaims =
  | { subject: string; email: string; emailVerified: boolean; name: string | null }
  | { subject: string; email: null }

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Only `true` counts: some issuers send texts.
  email_verified: z.unknown().optional(),
  name: z.string().optional(),
})

/**
 * Reads the claims of a verified id token or of its issuer's userinfo response. Null when they are malformed.
 */
export function personOf(claims: unknown): PersonClaims | null {
  const read = Claims.safeParse(claims).data
  if (!read) return null
  const email = normalizeEmail(read.email ?? '')
  if (EmailSchema.safeParse(email).data !== email) return { subject: read.sub, email: null }
  const name = SignUpInput.shape.name.safeParse(read.name?.slice(0, 100))
  return {
    subject: read.sub,
    email,
    emailVerified: read.email_verified === true,
    name: name.data ?? null,
  }
}

/** Whether an id token has one audience. A token that is also for others could be passed on by them. */
export function isForOneAudience(claims: { aud?: string | string[] | undefined }): boolean {
  return [claims.aud ?? []].flat().length === 1
}

/** A name for an account whose issuer sends none: the part of its email before the @. */
export function nameFrom(email: string): string {
  return email.replace(/@.*/, '').slice(0, 100)
}
