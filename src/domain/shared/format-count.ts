/** A number for display: "1,234,567". Without Intl, whose first formatter takes a slow phone 100 ms. */
export function formatCount(count: number | string): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/** A count with its noun: "1 order", "1,234 orders". */
export function formatCountOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
