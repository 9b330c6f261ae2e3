/** Natural order, ignoring case: "smart" next to "SRT", "9-3" before "900". The database sorts by bytes. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares names of makes, models or variants in the order in which people look for them. */
export function compareNames(a: string, b: string): number {
  // Names that differ only in case have a stable order.
  return byName.compare(a, b) || Number(a > b) - Number(a < b)
}

export function inNameOrder(names: readonly string[]): string[] {
  return names.toSorted(compareNames)
}
