import { z } from 'zod'
import { isStorable } from './plain-text.ts'

const NOT_STORABLE = 'This text has characters that cannot be stored'

/**
 * A text from outside of at most `max` characters. Every schema makes its texts with this, since its length is looked at before anything
 * else is: a longer text ends the checks, so that no pattern ever runs over it. Refuses NUL and unpaired surrogates, which PostgreSQL
 * cannot store.
 * @param words.missing the message for what is no text; `tooLong` for what has more characters.
 */
export function boundedText(max: number, words: { missing?: string; tooLong?: string } = {}) {
  const { missing, tooLong = `Please keep this to ${max} characters` } = words
  return z
    .string(missing === undefined ? {} : { error: missing })
    .max(max, { error: tooLong, abort: true })
    .refine(isStorable, { error: NOT_STORABLE, abort: true })
}

/**
 * A line or paragraph that a person typed: bounded and trimmed.
 * @param missing the message for an absent or blank value.
 * @param max characters at most.
 */
export function requiredText(missing: string, max: number) {
  return boundedText(max, { missing }).trim().min(1, missing)
}

/**
 * An e-mail address: trimmed, lower case, the specification's "simple address pattern". At most 254 characters (RFC 5321).
 * ASCII only: letters of other scripts look like ours, and two people would seem to have one address (decision 033).
 * The pattern takes one way only through any text: after the @ one character, then up to the first dot, then the rest.
 */
export const EmailSchema = boundedText(254, {
  missing: 'Email is required',
  tooLong: 'Provide a Valid Email',
})
  .overwrite(normalEmail)
  .min(1, { error: 'Email is required', abort: true })
  .regex(/^[!-?A-~]+@[!-?A-~][!--/-?A-~]*\.[!-?A-~]+$/, 'Provide a Valid Email')

/** The normal form of an e-mail address, by which it is stored and compared: trimmed and ASCII lower case. */
export function normalEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * An ILIKE pattern for a text that begins with a space: finds what was looked for anywhere, one or two letters only where a word begins. Index
 * entries are three letters long, and a word has a space before it.
 */
export function searchPattern(text: string): string {
  return containing(text.length < 3 ? ` ${text}` : text)
}

/** An ILIKE pattern that finds the text anywhere, taken literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
