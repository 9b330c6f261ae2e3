import { normalizeText } from './normalize-text.ts'
import { boundedText } from './text.ts'

const INVALID = 'Provide a valid phone number: 5 to 15 digits, such as +1 (217) 555-0142 ext. 5'

/**
 * The number, then optionally an extension: a word or #, and up to eight digits. A word such as "Tel." may
 * come first.
 */
const SHAPE =
  /^(?:\p{L}{1,10}[.:]? ?)?(?<number>[+(\d][+()\d ./·,*–-]*)(?:[\p{L}#;][\p{L}#.:= ]{0,15}\d{0,8}\)?)?$/u

/**
 * A phone number as people write it, in digits of any script, with separators and an extension; to be
 * dialable, it must have 5 to 15 digits (ITU-T E.164 has at most 15). Stored as written, with ASCII digits.
 */
export const PhoneSchema = boundedText(60, { missing: 'Phone is required' })
  .overwrite(normalizePhone)
  .min(1, { error: 'Phone is required', abort: true })
  .max(60, { error: INVALID, abort: true })
  .refine(isPhone, INVALID)

function isPhone(text: string): boolean {
  const digits = SHAPE.exec(text)?.groups?.['number']?.replaceAll(/\D/g, '').length ?? 0
  return digits >= 5 && digits <= 15
}

/**
 * The same number with ASCII digits, plain spaces and dashes, and without the invisible marks that address
 * books add.
 */
function normalizePhone(text: string): string {
  return normalizeText('NFKC', text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\P{Nd}0-9]/gu, digitValue)
    .trim()
}

/** Unicode has the ten digits of each script in sequence. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
