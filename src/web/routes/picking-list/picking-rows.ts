import { linesToShip, openQty, type Purchase } from '#domain/orders/purchase.ts'

/** A part to take from the shelves: pieces for all of these orders. */
export type PickingRow = {
  productId: string
  bin: string
  partNumber: string
  name: string
  unit: string
  quantity: number
  orders: { number: string; quantity: number }[]
}

/** "A-2" comes before "A-10". */
const order = new Intl.Collator('en', { numeric: true })

/** What is to ship of these orders, by bin, then by part number; parts without a bin come last. */
export function pickingRows(purchases: readonly Purchase[]): PickingRow[] {
  const rows = new Map<string, PickingRow>()
  for (const purchase of purchases)
    for (const line of linesToShip(purchase)) {
      const { productId, unit, name, bin = '', partNumber = '' } = line
      // A part may have been sold by another unit, and is then another row.
      const key = `${productId} ${unit}`
      const row = rows.get(key) ?? { productId, bin, partNumber, name, unit, quantity: 0, orders: [] }
      const quantity = openQty(line)
      row.quantity += quantity
      row.orders.push({ number: purchase.number, quantity })
      rows.set(key, row)
    }
  return [...rows.values()].toSorted(
    (a, b) =>
      Number(a.bin === '') - Number(b.bin === '') ||
      order.compare(a.bin, b.bin) ||
      order.compare(a.partNumber || a.name, b.partNumber || b.name),
  )
}
