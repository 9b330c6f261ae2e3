import type { Product } from '#domain/products/product.ts'
import { formatUsd } from '#domain/shared/money.ts'

/**
 * A price in dollars, preceded by the struck-through price before the sale, if any. Screen readers say "Was
 * $50.00, now $40.00".
 */
export function Price({
  product: { price, listPrice },
  className,
}: {
  product: Pick<Product, 'price' | 'listPrice'>
  /** Classes of the current price. */
  className: string
}) {
  if (listPrice === undefined) return <span className={className}>{formatUsd(price)}</span>
  return (
    <>
      <span className="sr-only">Was {formatUsd(listPrice)}, now </span>
      <span className={className}>{formatUsd(price)}</span>
      <s aria-hidden="true" className="text-ink-soft tabular-nums">
        {formatUsd(listPrice)}
      </s>
    </>
  )
}
