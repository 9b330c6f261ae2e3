/**
 * A postal code as ranges compare it: capital letters and digits only. "k1a 0b1" is "K1A0B1". Never longer
 * than the text, as that in capitals may be.
 */
export function postalKey(postalCode: string): string {
  return postalCode.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()).replaceAll(/[^A-Z0-9]/g, '')
}

/** How the postal codes of a country begin, as postalKey writes them, with an example. */
const STARTS = new Map([
  ['US', { form: /^\d{1,5}$/, example: 'the first digits of a ZIP code, at most five' }],
  [
    'CA',
    {
      form: /^[A-Z](?:\d(?:[A-Z](?:\d(?:[A-Z]\d?)?)?)?)?$/,
      example: 'the beginning of a postal code, such as K1A',
    },
  ],
])

/**
 * What the beginning of a postal code has to be in this country, in words, if no code of it begins so; null
 * if one may.
 */
export function wrongPostalStart(country: string, key: string): string | null {
  const known = STARTS.get(country)
  return known && !known.form.test(key) ? known.example : null
}
