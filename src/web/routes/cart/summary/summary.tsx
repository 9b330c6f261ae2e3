import { formatUsd } from '#domain/shared/money.ts'
import { Card } from '../../../ui/card.tsx'
import type { CartView } from '../shown-cart.ts'
import { DeliveryAndTax } from './delivery-and-tax.tsx'

/** What the cart costs. */
export function Summary({ view: { parts, coreDeposits } }: { view: CartView }) {
  return (
    <Card as="section" aria-labelledby="summary" className="lg:sticky lg:top-6">
      <h2 id="summary" className="mb-3 text-2xl">
        Summary
      </h2>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 tabular-nums">
        <dt>Parts</dt>
        <dd>{formatUsd(parts)}</dd>
        {coreDeposits > 0 && (
          <>
            <dt>Core deposits (refundable)</dt>
            <dd>{formatUsd(coreDeposits)}</dd>
          </>
        )}
      </dl>
      <DeliveryAndTax />
    </Card>
  )
}
