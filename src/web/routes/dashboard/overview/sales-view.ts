/** The period and order of the best sellers in the URL; unknown values are ignored. */
export function readSalesView(query: URLSearchParams) {
  const days = query.get('days')
  return {
    days: days === '1' ? ('1' as const) : days === '7' ? ('7' as const) : ('30' as const),
    by: query.get('by') === 'units' ? ('units' as const) : ('revenue' as const),
  }
}
export type SalesView = ReturnType<typeof readSalesView>

/** Orders, revenue and the average order, in dollars, of the last `count` days up to today. */
export function salesOf(days: readonly { orders: number; revenue: number }[], count: number) {
  const shown = days.slice(-count)
  const orders = shown.reduce((sum, day) => sum + day.orders, 0)
  const revenue = shown.reduce((sum, day) => sum + day.revenue, 0)
  return { orders, revenue, average: orders === 0 ? 0 : revenue / orders }
}
