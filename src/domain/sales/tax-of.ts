import { halfUp } from './share.ts'

const MILLION = 1_000_000n

/** How a base is taxed: `contained`, the base has the tax in it; otherwise the tax is added to it. */
export type Taxation = { ratePpm: number; contained: boolean }

/**
 * The tax of a base, in cents, rounded once and half up. The net of a contained tax is the rest of the base.
 * @param baseCents not negative.
 * @param part the part of the base that is taxed, as two amounts in cents.
 */
export function taxOf(
  baseCents: number,
  { ratePpm, contained }: Taxation,
  part: { taxedCents: number; ofCents: number } = { taxedCents: 1, ofCents: 1 },
): number {
  if (part.ofCents === 0) return 0
  const rate = BigInt(ratePpm)
  return halfUp(
    BigInt(baseCents) * BigInt(part.taxedCents) * rate,
    BigInt(part.ofCents) * (contained ? MILLION + rate : MILLION),
  )
}
