import type { ShownPurchase } from './shown-purchase.ts'

/**
 * The parts of which pieces stay sold, and how many: those that were neither canceled nor, in a return, put
 * back into stock or written off.
 */
export function soldLines({
  lines,
  returns,
}: Pick<ShownPurchase, 'lines' | 'returns'>): ShownPurchase['lines'] {
  const back = returns.flatMap((one) => one.lines).filter(({ core }) => !core)
  return lines.flatMap((line) => {
    const settled = back
      .filter(({ orderId }) => orderId === line.orderId)
      .reduce((sum, { restocked, writtenOff }) => sum + restocked + writtenOff, 0)
    const quantity = line.quantity - line.canceledQty - settled
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}
