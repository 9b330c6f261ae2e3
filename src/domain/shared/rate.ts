// Rates are parts per million in the database, and percent with at most four decimals in the API.

const PPM_PER_PERCENT = 10_000

/** Percent to parts per million: 6.25 is 62,500. Null for more than four decimals. */
export function ppmFromRate(rate: number): number | null {
  const ppm = Math.round(rate * PPM_PER_PERCENT)
  return ppm / PPM_PER_PERCENT === rate ? ppm : null
}

/** Parts per million to percent: 62,500 is 6.25. */
export function rateFromPpm(ppm: number): number {
  return ppm / PPM_PER_PERCENT
}
