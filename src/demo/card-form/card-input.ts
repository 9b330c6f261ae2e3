import { z } from 'zod'

/** Brands identified by the leading digits. */
export type CardBrand = 'Visa' | 'Mastercard' | 'American Express' | 'Discover'

/** The digits of a text, without separators. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** The brand by the leading digits; null while it is ambiguous. */
export function cardBrand(text: string): CardBrand | null {
  const digits = digitsOf(text)
  if (digits.startsWith('4')) return 'Visa'
  if (/^3[47]/.test(digits)) return 'American Express'
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'Mastercard'
  if (/^(6011|64[4-9]|65)/.test(digits)) return 'Discover'
  return null
}

/** The maximum number of digits of a brand; 19 for unknown ones (ISO/IEC 7812). */
function longest(brand: CardBrand | null): number {
  if (brand === 'American Express') return 15
  return brand === 'Mastercard' ? 16 : 19
}

/** Groups a card number as on the card: 4-6-5 for American Express, fours for all others. */
export function formatCardNumber(text: string): string {
  const brand = cardBrand(text)
  const digits = digitsOf(text).slice(0, longest(brand))
  if (brand !== 'American Express') return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(' ')
}

export function passesLuhn(text: string): boolean {
  const sum = digitsOf(text)
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/**
 * Formats an expiry date while typing: "4" → "04 / ", "1230" → "12 / 30", a pasted or autofilled "12/2030" →
 * "12 / 30".
 * @param before the previous text: while deleting, the slash is not reinserted.
 */
export function formatExpiry(text: string, before = ''): string {
  const [typedMonth = '', typedYear = ''] = /[/-]/.test(text)
    ? text.split(/[/-]/, 2).map(digitsOf)
    : [digitsOf(text).slice(0, 2), digitsOf(text).slice(2)]
  const month =
    /^[2-9]$/.test(typedMonth) || (typedMonth === '1' && typedYear !== '') ? `0${typedMonth}` : typedMonth
  const year = typedYear.length > 3 ? typedYear.slice(-2) : typedYear.slice(0, 3)
  const deleting = text.length < before.length
  if (year === '' && (deleting || month.length < 2)) return deleting ? typedMonth : month
  // A third digit of the year is the start of a four-digit one, as in 2030.
  return `${month.slice(0, 2)} / ${year.length === 3 && !year.startsWith('20') ? year.slice(0, 2) : year}`
}

/** Month 1 to 12 and full year of "12 / 30"; null when it cannot be parsed. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const found = /^\s*(\d{1,2})\s*[/-]\s*(\d{2}|20\d{2})\s*$/.exec(text)
  const month = Number(found?.[1])
  if (!found || month < 1 || month > 12) return null
  return { month, year: 2000 + (Number(found[2]) % 100) }
}

/** True when the card's last month is before `now`. */
export function isPast(expiry: { month: number; year: number }, now: Date): boolean {
  return expiry.year * 12 + expiry.month < now.getFullYear() * 12 + now.getMonth() + 1
}

/** The warning for an invalid check digit. Only a hint: the card provider decides. */
export const CHECK_DIGIT_WARNING = 'One digit looks mistyped. Compare it with your card.'

function checked(problemOf: (text: string) => string | null) {
  return z.string().superRefine((text, check) => {
    const message = problemOf(text)
    if (message !== null) check.addIssue({ code: 'custom', message })
  })
}

/**
 * The fields of the card form. Rejects only values that cannot be submitted at all; the card provider
 * validates the rest.
 */
export const CardInput = z.object({
  number: checked((text) => {
    const { length } = digitsOf(text)
    if (length === 0) return 'Card number is required'
    return length < 12 ? 'Your card number is incomplete.' : null
  }),
  expiry: checked((text) => {
    if (digitsOf(text) === '') return 'Expiry date is required'
    const expiry = readExpiry(text)
    if (!expiry) return 'Give month and year, such as 04 / 30'
    return isPast(expiry, new Date()) ? 'This card has expired. Check the date, or use another card.' : null
  }),
  cvc: checked((text) => {
    const { length } = digitsOf(text)
    if (length === 0) return 'Security code is required'
    return length < 3 || length > 4 ? 'Your card’s security code is incomplete.' : null
  }),
})
export type CardInput = z.infer<typeof CardInput>
