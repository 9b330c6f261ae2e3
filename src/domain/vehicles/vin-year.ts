/** Characters of position 10, from 1980 on and again from 2010 on. */
export const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** Model years start up to this many calendar years early. */
const MODEL_YEARS_AHEAD = 2

/**
 * The model years that a VIN may mean, likelier first. Position 7 is a digit until 2009 and a letter from
 * 2010 on for cars and light trucks (49 CFR 565.15); heavier trucks may have either. Future years are left
 * out.
 */
export function modelYears(vin: string, use: { mayBeHeavy: boolean; thisYear: number }): number[] {
  const at = YEAR_CODES.indexOf(vin[9] ?? '')
  if (at < 0) return []
  const [early, late] = [1980 + at, 2010 + at]
  const [likely, other] = /\d/.test(vin[6] ?? '') ? [early, late] : [late, early]
  return (use.mayBeHeavy ? [likely, other] : [likely]).filter(
    (year) => year <= use.thisYear + MODEL_YEARS_AHEAD,
  )
}
