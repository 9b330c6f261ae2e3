import type { Product } from '#domain/products/product.ts'
import { formatUsd } from '#domain/shared/money.ts'

/** A price in dollars, and struck through what it was before the sale, if there is one. Screen readers say "Was $50.00, now $40.00". */
export function Price({
  product: { price, listPrice },
  className,
}: {
  product: Pick<Product, 'price' | 'listPrice'>
  /** Of the present price. */
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
