/** A postal code as ranges compare it: capital letters and digits only. "k1a 0b1" is "K1A0B1". */
export function postalKey(postalCode: string): string {
  return postalCode.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
