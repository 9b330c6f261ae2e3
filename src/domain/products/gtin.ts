/**
 * The GTIN in a text in its shortest form, of 8, 12, 13 or 14 digits: files pad it with zeros to 14. Spaces
 * and hyphens are skipped. Null for any other text, also if the check digit is wrong.
 */
export function canonicalGtin(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits) || ![8, 12, 13, 14].includes(digits.length)) return null
  if (!hasCheckDigit(digits)) return null
  const short = digits.replace(/^0+/, '')
  if (short === '') return null
  const length = [8, 12, 13, 14].find((each) => each >= short.length) ?? 14
  return short.padStart(length, '0')
}

/** GS1: from the right, every second digit counts three times; the sum is a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [at, digit] of digits.split('').toReversed().entries())
    sum += Number(digit) * (at % 2 === 1 ? 3 : 1)
  return sum % 10 === 0
}
