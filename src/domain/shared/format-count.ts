/** A number for display: "1,234,567". Without Intl, whose first formatter takes a slow phone 100 ms. */
export function formatCount(count: number | string): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
