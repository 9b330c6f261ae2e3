const COUNTRY = new Set(['united states', 'united states of america', 'usa', 'us', 'u.s.a.'])

/** "Ottawa ON K1A 0B1" */
const CANADIAN = /^(.+) ([A-Z]{2}) [A-Z]\d[A-Z] \d[A-Z]\d$/

/**
 * The city and state of an address that people typed, for a line in a list: "Springfield, IL". Where no state
 * is recognized, the last part of the address.
 */
export function shipToCity(address: string): string {
  const parts = address
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !COUNTRY.has(part.toLowerCase()))
  const [, canadian, province] = parts.map((part) => CANADIAN.exec(part)).findLast(Boolean) ?? []
  if (canadian !== undefined && province !== undefined) return `${canadian}, ${province}`
  const at = parts.findLastIndex((part) => /^[A-Z]{2}(?: \d{5}(?:-\d{4})?)?$/.test(part))
  const city = parts[at - 1]
  const state = parts[at]
  if (at > 0 && city && state) return `${city}, ${state.slice(0, 2)}`
  return parts.at(-1) ?? ''
}
