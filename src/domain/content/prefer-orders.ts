/** Of several phones or emails the one for orders, by its label; otherwise the first. */
export function preferOrders<T extends { label: string }>(list: readonly T[]): T | undefined {
  return list.find(({ label }) => /order/i.test(label)) ?? list[0]
}
