/** Where the store collects tax, from when to when, and at which rate. */
export type TaxRegion = {
  id: string
  country: string
  /** A state, by its code. Null: the whole country, or the postal codes in any state of it. */
  region: string | null
  /** The first and the last postal code, or their beginnings, as `postalKey` writes them; both or neither. */
  postalFrom: string | null
  postalTo: string | null
  name: string
  /** In parts per million: 6.25 % is 62,500. */
  ratePpm: number
  deliveryTaxed: boolean
  coreTaxed: boolean
  /** Whether a core that is returned without its part gives back its tax. */
  coreTaxRefunded: boolean
  /** The first and the last day, "2026-11-21", both included. Null: without end. */
  validFrom: string
  validTo: string | null
}
