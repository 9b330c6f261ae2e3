/** A fraction of whole numbers, rounded half up, in exact arithmetic. */
export function halfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/**
 * What n of q pieces are worth of x, in whole cents, rounded half up. Giving back k more pieces after j of
 * them is share(x, j + k, q) − share(x, j, q): in any steps, everything given back is exactly x.
 * @param x a whole number, not negative.
 * @param n 0 to q.
 */
export function share(x: number, n: number, q: number): number {
  return halfUp(BigInt(x) * BigInt(n), BigInt(q))
}
