import { Price } from '../../components/product-card/price.tsx'
import type { ProductCardView } from '../../components/product-card/product-card-view.ts'
import { StockStatus } from '../../components/product-card/stock-status.tsx'
import { OrderLink } from './order-link.tsx'

/**
 * On a phone: price, stock and the way to order a part, at the bottom of the screen while its page is read.
 * It is the last line of the page, so that it covers neither its end nor the footer; app.css keeps the
 * focused element clear of it. Renders nothing for a part that cannot be ordered.
 */
export function OrderBar({ product }: { product: ProductCardView }) {
  if (product.stock !== 'in_stock') return null
  return (
    <div
      data-order-bar=""
      className="sticky bottom-0 z-30 mt-8 -mb-6 -mx-gutter flex items-center justify-between gap-3 max-xs:flex-wrap border-t border-line-strong bg-raised px-gutter pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:hidden print:hidden"
    >
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Price product={product} className="font-display text-2xl leading-none font-semibold tabular-nums" />
        <StockStatus product={product} />
      </p>
      <OrderLink id={product.id} size="md" full={false} />
    </div>
  )
}
