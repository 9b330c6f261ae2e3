import type { Purchase } from '../orders/purchase.ts'
import type { Return } from './return.ts'
import type { ShownPurchase } from './shown-purchase.ts'

/** The old parts of an order that can still be sent back for their deposit, and until when. */
export type OpenCores = NonNullable<ShownPurchase['lines'][number]['cores']>

/** What a purchase shows of its returns: they, and what of each part came back or can. */
export function withReturns<Line extends Purchase['lines'][number]>(
  { lines }: { lines: readonly Line[] },
  returns: Return[],
  cores: ReadonlyMap<string, OpenCores>,
) {
  const back = returns.flatMap((one) => one.lines).filter(({ core }) => !core)
  return {
    returns,
    lines: lines.map((line) => {
      const returnedQty = back
        .filter(({ orderId }) => orderId === line.orderId)
        .reduce((sum, { received }) => sum + received, 0)
      const open = cores.get(line.orderId)
      return { ...line, ...(returnedQty > 0 && { returnedQty }), ...(open && { cores: open }) }
    }),
  }
}
