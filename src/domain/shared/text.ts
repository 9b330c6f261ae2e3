import { z } from 'zod'
import { isStorable } from './plain-text.ts'

const NOT_STORABLE = 'This text has characters that cannot be stored'

/**
 * Untrusted text of at most `max` characters. Every schema uses this, since it checks the length before
 * anything else: no pattern ever runs over a longer text. Refuses NUL and unpaired surrogates, which
 * PostgreSQL cannot store.
 * @param messages.missing the message for anything but text; `tooLong` for more characters.
 */
export function boundedText(max: number, messages: { missing?: string | undefined; tooLong?: string } = {}) {
  const { missing, tooLong = `Please keep this to ${max} characters` } = messages
  return z
    .string({ error: missing })
    .max(max, { error: tooLong, abort: true })
    .refine(isStorable, { error: NOT_STORABLE, abort: true })
}

/**
 * A typed line or paragraph: bounded and trimmed.
 * @param missing the message for an absent or blank value.
 * @param max maximum number of characters.
 */
export function requiredText(missing: string, max: number) {
  return boundedText(max, { missing }).trim().min(1, missing)
}

/** One typed line: line breaks and repeated spaces, as pasted text has them, become a space. */
export function lineText(max: number, missing?: string) {
  return boundedText(max, { missing }).overwrite((text) => text.replaceAll(/\s+/g, ' ').trim())
}

/** @param missing the message for an absent or blank line. */
export function requiredLine(missing: string, max: number) {
  return lineText(max, missing).min(1, missing)
}

/**
 * An email address: trimmed, lower case, by a simple pattern. At most 254 characters (RFC 5321). ASCII only:
 * letters of other scripts look alike, and two accounts would seem to share an address (decision 053). The
 * pattern never backtracks: after the @ one character, then up to the first dot, then the rest.
 */
export const EmailSchema = boundedText(254, {
  missing: 'Email is required',
  tooLong: 'Provide a Valid Email',
})
  .overwrite(normalizeEmail)
  .min(1, { error: 'Email is required', abort: true })
  .regex(/^[!-?A-~]+@[!-?A-~][!--/-?A-~]*\.[!-?A-~]+$/, 'Provide a Valid Email')

/** The normal form of an email address, which is stored and compared: trimmed and ASCII lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * An ILIKE pattern for text that is preceded by a space: matches anywhere, but one or two letters only at the
 * start of a word. Index entries are three letters long, and a word has a space before it.
 */
export function searchPattern(text: string): string {
  return containing(text.length < 3 ? ` ${text}` : text)
}

/** An ILIKE pattern that finds the text anywhere, taken literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
