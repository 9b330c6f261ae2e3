import type { StockState } from '#domain/products/product.ts'
import { StatusPill } from '../../ui/status-pill.tsx'

/** Whether a product can be ordered now. `available` and `minOrder` are units; the first is shown below the minimum order only. */
export function StockStatus({
  stock,
  available,
  minOrder,
}: {
  stock: StockState
  available?: number | undefined
  minOrder: number
}) {
  if (stock === 'sold_out') return <StatusPill>Sold out</StatusPill>
  if (stock === 'below_minimum')
    return (
      <StatusPill>
        Only {available} left, minimum {minOrder}
      </StatusPill>
    )
  return <StatusPill tone="ok">In stock</StatusPill>
}
