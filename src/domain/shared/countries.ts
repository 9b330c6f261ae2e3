/**
 * The countries of an address, by ISO 3166-1. Puerto Rico, Guam and others that the post of the United States
 * serves are regions of it (subdivisions.ts).
 */
const CODES =
  'AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA ' +
  'GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE ' +
  'KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PS PT PY QA RE RO RS RU ' +
  'RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW ' +
  'TZ UA UG US UY UZ VA VC VE VG VN VU WF WS YE YT ZA ZM ZW'

export const COUNTRY_CODES: ReadonlySet<string> = new Set(CODES.split(' '))

/** "Canada". A code that no country has stays a code. */
export function countryName(code: string): string {
  // For one letter, such as while a country is typed, `of` throws.
  if (!COUNTRY_CODES.has(code)) return code
  return new Intl.DisplayNames('en-US', { type: 'region' }).of(code) ?? code
}
