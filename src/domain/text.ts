import { z } from 'zod'

/**
 * A line or paragraph that a person typed: trimmed, without NUL and unpaired surrogates (PostgreSQL stores neither), bounded.
 * @param missing the message for an absent or blank value.
 * @param max characters at most.
 */
export function requiredText(missing: string, max: number) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Please keep this to ${max} characters`)
    .refine(isStorable, 'This text has characters that cannot be stored')
}

/** True when PostgreSQL can store the text and every reader can show it. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/**
 * An e-mail address: trimmed, lower case, the specification's "simple address pattern". At most 254 characters (RFC 5321).
 * ASCII only: letters of other scripts look like ours, and two people would seem to have one address (decision 033).
 */
export const EmailSchema = z
  .string({ error: 'Email is required' })
  .transform(normalEmail)
  .pipe(
    z
      .string()
      .min(1, 'Email is required')
      .max(254, 'Provide a Valid Email')
      .regex(/^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/, 'Provide a Valid Email'),
  )

/** The normal form of an e-mail address, by which it is stored and compared: trimmed and ASCII lower case. */
export function normalEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** An ILIKE pattern that finds the text anywhere, taken literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
