import { normalizeText } from './normalize-text.ts'

type Subdivision = { key: string; label: string }

/** States, territories and military post of the United States. */
const UNITED_STATES: readonly Subdivision[] = [
  { key: 'AL', label: 'Alabama' },
  { key: 'AK', label: 'Alaska' },
  { key: 'AS', label: 'American Samoa' },
  { key: 'AZ', label: 'Arizona' },
  { key: 'AR', label: 'Arkansas' },
  { key: 'AA', label: 'Armed Forces Americas' },
  { key: 'AE', label: 'Armed Forces Europe' },
  { key: 'AP', label: 'Armed Forces Pacific' },
  { key: 'CA', label: 'California' },
  { key: 'CO', label: 'Colorado' },
  { key: 'CT', label: 'Connecticut' },
  { key: 'DE', label: 'Delaware' },
  { key: 'DC', label: 'District of Columbia' },
  { key: 'FM', label: 'Federated States of Micronesia' },
  { key: 'FL', label: 'Florida' },
  { key: 'GA', label: 'Georgia' },
  { key: 'GU', label: 'Guam' },
  { key: 'HI', label: 'Hawaii' },
  { key: 'ID', label: 'Idaho' },
  { key: 'IL', label: 'Illinois' },
  { key: 'IN', label: 'Indiana' },
  { key: 'IA', label: 'Iowa' },
  { key: 'KS', label: 'Kansas' },
  { key: 'KY', label: 'Kentucky' },
  { key: 'LA', label: 'Louisiana' },
  { key: 'ME', label: 'Maine' },
  { key: 'MH', label: 'Marshall Islands' },
  { key: 'MD', label: 'Maryland' },
  { key: 'MA', label: 'Massachusetts' },
  { key: 'MI', label: 'Michigan' },
  { key: 'MN', label: 'Minnesota' },
  { key: 'MS', label: 'Mississippi' },
  { key: 'MO', label: 'Missouri' },
  { key: 'MT', label: 'Montana' },
  { key: 'NE', label: 'Nebraska' },
  { key: 'NV', label: 'Nevada' },
  { key: 'NH', label: 'New Hampshire' },
  { key: 'NJ', label: 'New Jersey' },
  { key: 'NM', label: 'New Mexico' },
  { key: 'NY', label: 'New York' },
  { key: 'NC', label: 'North Carolina' },
  { key: 'ND', label: 'North Dakota' },
  { key: 'MP', label: 'Northern Mariana Islands' },
  { key: 'OH', label: 'Ohio' },
  { key: 'OK', label: 'Oklahoma' },
  { key: 'OR', label: 'Oregon' },
  { key: 'PW', label: 'Palau' },
  { key: 'PA', label: 'Pennsylvania' },
  { key: 'PR', label: 'Puerto Rico' },
  { key: 'RI', label: 'Rhode Island' },
  { key: 'SC', label: 'South Carolina' },
  { key: 'SD', label: 'South Dakota' },
  { key: 'TN', label: 'Tennessee' },
  { key: 'TX', label: 'Texas' },
  { key: 'UT', label: 'Utah' },
  { key: 'VT', label: 'Vermont' },
  { key: 'VA', label: 'Virginia' },
  { key: 'VI', label: 'Virgin Islands' },
  { key: 'WA', label: 'Washington' },
  { key: 'WV', label: 'West Virginia' },
  { key: 'WI', label: 'Wisconsin' },
  { key: 'WY', label: 'Wyoming' },
]

/** Provinces and territories of Canada. */
const CANADA: readonly Subdivision[] = [
  { key: 'AB', label: 'Alberta' },
  { key: 'BC', label: 'British Columbia' },
  { key: 'MB', label: 'Manitoba' },
  { key: 'NB', label: 'New Brunswick' },
  { key: 'NL', label: 'Newfoundland and Labrador' },
  { key: 'NT', label: 'Northwest Territories' },
  { key: 'NS', label: 'Nova Scotia' },
  { key: 'NU', label: 'Nunavut' },
  { key: 'ON', label: 'Ontario' },
  { key: 'PE', label: 'Prince Edward Island' },
  { key: 'QC', label: 'Quebec' },
  { key: 'SK', label: 'Saskatchewan' },
  { key: 'YT', label: 'Yukon' },
]

const OF_COUNTRY = new Map([
  ['US', { called: 'state', list: UNITED_STATES }],
  ['CA', { called: 'province', list: CANADA }],
])

/**
 * The states or provinces of a country by their codes (the last part of ISO 3166-2), and what one is called.
 * @param country its code. Undefined: the store has no list, and a region is any text.
 */
export function subdivisionsOf(
  country: string,
): { called: string; list: readonly Subdivision[] } | undefined {
  return OF_COUNTRY.get(country)
}

/** "Québec " and "quebec" are the same. */
const plain = (text: string) =>
  normalizeText('NFKD', text)
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s.]+/g, ' ')
    .trim()
    .toUpperCase()

/**
 * A region as areas of delivery and tax have it: the code of a state or province, of which the name or the
 * code is typed ("Ontario", "on"); elsewhere, and if there is no such one, the text in capitals.
 * @returns null for no text.
 */
export function regionCode(country: string, typed: string | null = ''): string | null {
  const text = plain(typed ?? '')
  const found = subdivisionsOf(country)?.list.find(({ key, label }) => key === text || plain(label) === text)
  return found?.key ?? ((typed ?? '').trim().toUpperCase() || null)
}

/**
 * A region as addresses keep it: the code where the country has a list, elsewhere the text as it is typed.
 */
export function storedRegion(country: string, typed: string): string {
  return subdivisionsOf(country) ? (regionCode(country, typed) ?? '') : typed
}

/** "Illinois"; undefined for a code that the country does not have, or without a list. */
export function regionName(country: string, code: string): string | undefined {
  return subdivisionsOf(country)?.list.find(({ key }) => key === code)?.label
}

/** Whether this may be a region of the country: one of its list, or anything where there is none. */
export function isRegionOf(country: string, code: string): boolean {
  return subdivisionsOf(country) === undefined || regionName(country, code) !== undefined
}
