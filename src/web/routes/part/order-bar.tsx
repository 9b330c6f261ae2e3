import { useEffect, useState } from 'react'
import { CardFitPill } from '../../components/fit/card-fit-pill.tsx'
import type { CardFit } from '../../components/fit/card-fit.ts'
import type { MyFit } from '../../components/fit/use-fits.ts'
import { Price } from '../../components/product-card/price.tsx'
import type { ProductCardView } from '../../components/product-card/product-card-view.ts'
import { StockStatus } from '../../components/product-card/stock-status.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { OrderChoice } from './order-link.tsx'
import { ADD_FORM_ID } from './product-summary.tsx'

/**
 * On a phone: price, whether the part fits the saved vehicle (its `line`) or its stock, and the main button
 * of the page again, at the bottom of the screen while the page's own buttons (`data-order`) are out of
 * sight. It is the last line of the page, so that it covers neither its end nor the footer; app.css keeps the
 * focused element clear of it. Renders nothing for a part that cannot be ordered.
 */
export function OrderBar({
  product,
  fit,
  line,
  quantity,
}: {
  product: ProductCardView & { category: string; cartOnly?: boolean }
  fit: MyFit | null
  line: CardFit | undefined
  quantity: number | undefined
}) {
  const areButtonsShown = useButtonsShown()
  if (product.stock !== 'in_stock') return null
  const isWrong = fit?.verdict === 'does_not_fit'
  return (
    <div
      data-order-bar=""
      className={classNames(
        'sticky bottom-0 z-30 mt-8 -mb-6 -mx-gutter flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t px-gutter pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:hidden print:hidden',
        isWrong ? 'border-caution bg-caution-wash' : 'border-line-strong bg-raised',
        areButtonsShown && 'invisible',
      )}
    >
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Price product={product} className="font-display text-2xl leading-none font-semibold tabular-nums" />
        {line ? <CardFitPill fit={line} /> : <StockStatus product={product} />}
      </p>
      <div className="flex flex-wrap gap-2">
        {isWrong ? (
          <OrderChoice product={product} fit={fit} quantity={quantity} size="md" full={false} />
        ) : (
          // Adds the quantity that the page's form has.
          <Button type="submit" form={ADD_FORM_ID} variant="primary">
            Add to Cart
          </Button>
        )}
      </div>
    </div>
  )
}

const HALF = 0.5

/** Whether the page's own buttons to buy the part, or half of them, are on the screen. */
function useButtonsShown(): boolean {
  const [areShown, setShown] = useState(false)
  useEffect(() => {
    const buttons = document.querySelector('[data-order]')
    if (!buttons) return
    const watch = new IntersectionObserver(([entry]) => setShown((entry?.intersectionRatio ?? 0) >= HALF), {
      threshold: HALF,
    })
    watch.observe(buttons)
    return () => watch.disconnect()
  }, [])
  return areShown
}
