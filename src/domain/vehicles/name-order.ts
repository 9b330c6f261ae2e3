/** Natural, case-insensitive order: "smart" beside "SRT", "9-3" before "900". The database sorts by bytes. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Names of makes, models or variants in the order in which people look for them. */
export function inNameOrder(names: readonly string[]): string[] {
  // Names that differ only in case have a stable order.
  return names.toSorted((a, b) => byName.compare(a, b) || (a < b ? -1 : 1))
}
