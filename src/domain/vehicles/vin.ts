import { normalizeText } from '../shared/normalize-text.ts'
import { YEAR_CODES } from './vin-year.ts'

/** In characters, separators included. */
const MAX_TYPED_LENGTH = 100
const OTHER_MARKET =
  'If the vehicle was built for a market outside North America, choose it by make, year and model.'
/** 49 CFR 565: 17 characters without I, O and Q. */
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/
/** Values of the letters and weights of the positions for the check digit (49 CFR 565.15). */
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const LETTER_VALUES = '12345678123457923456789'
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * A VIN as it is compared: upper case, without spaces, dashes, dots and a leading "VIN". The asterisks of
 * Code 39 and the I of import barcodes, which scanners add, are left out if a VIN remains.
 */
export function normalizeVin(typed: string): string {
  const vin = normalizeText('NFKC', typed.slice(0, MAX_TYPED_LENGTH))
    .toUpperCase()
    .replaceAll(/[\s.\-‐-―]/g, '')
    .replace(/^(?:VIN(?:NO|NUMBER|CODE)?[:#]?)+/, '')
  const [, scanned] = /^\**I?([A-HJ-NPR-Z0-9]{17})\**$/.exec(vin) ?? []
  return scanned ?? vin
}

/**
 * Whether the text is meant as a VIN, even a mistyped one: a word of about its length with digits. Several
 * groups count only if no letter or year suggests that they are words.
 */
export function looksLikeVin(typed: string): boolean {
  const vin = normalizeVin(typed)
  const groups = groupsOf(typed)
  const digits = vin.replaceAll(/\D/g, '').length
  if (groups.length === 1) return /^[A-Z0-9]{15,19}$/.test(vin) && digits >= 3
  return /^[A-HJ-NPR-Z0-9]{16,18}$/.test(vin) && digits >= 6 && !hasYear(groups)
}

/**
 * The VIN in a search, even a mistyped one, and the other words: "VIN 1HGCM82633A004352 brake pads". Null if
 * there is none.
 */
export function findVin(typed: string): { vin: string; rest: string } | null {
  if (looksLikeVin(typed)) return { vin: typed, rest: '' }
  const words = withoutLabel(typed).split(/\s+/)
  const at = words.findIndex(looksLikeVin)
  const vin = words[at]
  return vin === undefined ? null : { vin, rest: words.toSpliced(at, 1).join(' ') }
}

/**
 * Whether the text may have a VIN from its 12th character on, which already counts the vehicles of a model.
 * So may long part numbers; the characters before are the same for many vehicles.
 */
export function mayHaveSerialOfVin(typed: string): boolean {
  const groups = groupsOf(typed).map((group) => normalizeVin(group))
  if (groups.some((group) => /^[A-Z0-9]{12,}$/.test(group) && /\d/.test(group) && /[A-Z]/.test(group)))
    return true
  const vin = groups.join('')
  return (
    /^[A-HJ-NPR-Z0-9]{12,}$/.test(vin) &&
    /[A-Z]/.test(vin) &&
    vin.replaceAll(/\D/g, '').length >= 4 &&
    !hasYear(groups) &&
    // Groups of a VIN are rarely words.
    !groups.some((group) => /^[A-Z]{4,}$/.test(group))
  )
}

const withoutLabel = (typed: string) =>
  typed
    .slice(0, MAX_TYPED_LENGTH)
    .trim()
    .replace(/^vin\b[:#\s]*/i, '')
const groupsOf = (typed: string) => withoutLabel(typed).split(/[\s.-]+/)
const hasYear = (groups: readonly string[]) => groups.some((group) => /^(?:19|20)\d\d$/.test(group))

/**
 * The problem of a normalized VIN, as a message, or null. Only vehicles built for North America have a check
 * digit; others cannot be decoded here.
 */
export function vinProblem(vin: string): string | null {
  if (vin.length >= MAX_TYPED_LENGTH) return 'A VIN has 17 characters; this is much longer.'
  if (vin.length !== 17) return `A VIN has 17 characters; this has ${vin.length === 0 ? 'none' : vin.length}.`
  const letter = /[IOQ]/.exec(vin)?.[0]
  if (letter) return `A VIN has no letter ${letter}: it is probably a ${letter === 'I' ? '1' : '0'}.`
  if (!VIN.test(vin)) return 'A VIN has only the letters A to Z and digits.'
  if (!/[\dX]/.test(vin[8] ?? ''))
    return `A VIN of North America has a check digit as its 9th character, and this has a ${vin[8]}. ${OTHER_MARKET}`
  if (vin[8] !== checkDigit(vin))
    return `The check digit of this VIN does not match. One of its characters is probably mistyped. ${OTHER_MARKET}`
  if (!YEAR_CODES.includes(vin[9] ?? ''))
    return `The 10th character of a VIN of North America gives the model year, and is never a ${vin[9]}. ${OTHER_MARKET}`
  return null
}

/** The check digit that belongs at position 9. */
export function checkDigit(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => {
    const character = vin[at] ?? ''
    const letter = LETTERS.indexOf(character)
    return total + weight * Number(letter < 0 ? character : LETTER_VALUES[letter])
  }, 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** Three characters, or six where the third is 9 (a manufacturer of fewer than 1,000 vehicles a year). */
export function manufacturerCode(vin: string): string {
  return vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3)
}
