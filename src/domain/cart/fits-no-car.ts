import type { CartLine } from './cart.ts'

/** Whether it is certain that the part fits none of the vehicles. */
export function fitsNoCar({ fits }: Pick<CartLine, 'fits'>): boolean {
  return fits.length > 0 && fits.every(({ verdict }) => verdict === 'does_not_fit')
}
