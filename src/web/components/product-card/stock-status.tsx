import type { Product } from '#domain/products/product.ts'
import { countUnits } from '#domain/products/unit.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { ProductCardView } from './product-card-view.ts'

type Stock = Pick<ProductCardView, 'stock' | 'available' | 'minOrder'>

/** A part's stock as a pill; `available` is shown below the minimum order only. */
export function StockStatus({ product: { stock, available, minOrder } }: { product: Stock }) {
  if (stock === 'sold_out') return <StatusPill>Sold out</StatusPill>
  if (stock === 'below_minimum')
    return (
      <StatusPill wraps>
        Only {available} left, minimum {minOrder}
      </StatusPill>
    )
  return <StatusPill tone="ok">In stock</StatusPill>
}

/** Why a part that is not in stock cannot be ordered. */
export function shortageText({
  available,
  minOrder,
  unit,
}: Pick<Product, 'available' | 'minOrder' | 'unit'>) {
  return available === 0
    ? 'This part is out of stock right now.'
    : `Only ${countUnits(available, unit)} left, and the minimum order is ${minOrder}. You can order it again once more arrive.`
}
