import { useEffect, useState } from 'react'
import { AddToCart } from '../../components/cart/add-to-cart.tsx'
import { CardFitPill } from '../../components/fit/card-fit-pill.tsx'
import type { CardFit } from '../../components/fit/card-fit.ts'
import type { MyFit } from '../../components/fit/use-fits.ts'
import { Price } from '../../components/product-card/price.tsx'
import type { ProductCardView } from '../../components/product-card/product-card-view.ts'
import { StockStatus } from '../../components/product-card/stock-status.tsx'
import { classNames } from '../../ui/class-names.ts'
import { OrderChoice } from './order-link.tsx'

/**
 * On a phone: price, whether the part fits the saved vehicle (its `line`) or its stock, and the way to order
 * it, at the bottom of the screen while its page is read and the same button above (`data-order`) is out of
 * sight. It is the last line of the page, so that it covers neither its end nor the footer; app.css keeps the
 * focused element clear of it. Renders nothing for a part that cannot be ordered.
 */
export function OrderBar({
  product,
  fit,
  line,
}: {
  product: ProductCardView & { category: string; cartOnly?: boolean }
  fit: MyFit | null
  line: CardFit | undefined
}) {
  const isButtonShown = useButtonShown()
  if (product.stock !== 'in_stock') return null
  const isWrong = fit?.verdict === 'does_not_fit'
  return (
    <div
      data-order-bar=""
      className={classNames(
        'sticky bottom-0 z-30 mt-8 -mb-6 -mx-gutter flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t px-gutter pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:hidden print:hidden',
        isWrong ? 'border-caution bg-caution-wash' : 'border-line-strong bg-raised',
        isButtonShown && 'invisible',
      )}
    >
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Price product={product} className="font-display text-2xl leading-none font-semibold tabular-nums" />
        {line ? <CardFitPill fit={line} /> : <StockStatus product={product} />}
      </p>
      <div className="flex flex-wrap gap-2">
        {product.cartOnly ? (
          <AddToCart
            parts={[{ productId: product.id, quantity: product.minOrder }]}
            name={product.name}
            variant="primary"
          />
        ) : (
          <OrderChoice product={product} fit={fit} size="md" full={false} />
        )}
      </div>
    </div>
  )
}

/** Whether the button to order in the page itself is on the screen. */
function useButtonShown(): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const button = document.querySelector('[data-order]')
    if (!button) return
    const watch = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === true), {
      threshold: 1,
    })
    watch.observe(button)
    return () => watch.disconnect()
  }, [])
  return isShown
}
