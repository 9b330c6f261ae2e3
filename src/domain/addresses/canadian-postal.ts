import { regionName } from '../shared/subdivisions.ts'

// Public facts of Canada Post: the province of the first letter of a postal code.

const PROVINCES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    NL: 'A',
    NS: 'B',
    PE: 'C',
    NB: 'E',
    QC: 'GHJ',
    ON: 'KLMNP',
    MB: 'R',
    SK: 'S',
    AB: 'T',
    BC: 'V',
    NT: 'X',
    YT: 'Y',
  }).flatMap(([province, letters]) => Array.from(letters, (letter) => [letter, province] as const)),
)

/** Of the letter that two territories share, the beginnings that are in Nunavut. */
const NUNAVUT = /^X0[ABC]/

/** Offices of the government, on both sides of the river at Ottawa. */
const OF_TWO_PROVINCES = /^K1A/

const FORM = /^([A-Z]\d[A-Z]) ?(\d[A-Z]\d)$/

/** A postal code with its space, "K1A 0B1"; null if it is not one. */
export function canadianPostalCode(typed: string): string | null {
  const [, area, unit] = FORM.exec(typed.trim().toUpperCase()) ?? []
  return area !== undefined && provinceOf(area) !== null ? `${area} ${unit}` : null
}

/** The code of the province or territory of a postal code, or of its beginning; null if there is none. */
export function provinceOf(postalCode: string): string | null {
  const code = postalCode.trim().toUpperCase()
  if (NUNAVUT.test(code)) return 'NU'
  return PROVINCES.get(code.slice(0, 1)) ?? null
}

/** What is wrong with a postal code of this province: "K1A 0B1 is in Ontario. …" */
export function checkCanadianPostalCode(postalCode: string, province: string): string | null {
  if (canadianPostalCode(postalCode) === null) return 'Enter a postal code such as K1A 0B1'
  const actual = provinceOf(postalCode) ?? ''
  if (actual === province || (OF_TWO_PROVINCES.test(postalCode) && province === 'QC')) return null
  return `${postalCode} is in ${regionName('CA', actual) ?? actual}. Check the province or the postal code.`
}
