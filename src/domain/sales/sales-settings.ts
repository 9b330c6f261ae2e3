/** The rules of selling that are the same for every part. */
export type SalesSettings = {
  /** Whether the prices of parts, cores and delivery have the tax in them. */
  pricesIncludeTax: boolean
  /** The weight of a piece whose own is not known, in grams. */
  defaultGrams: number
}
