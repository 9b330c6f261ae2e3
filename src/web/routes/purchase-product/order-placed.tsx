import { quantityText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { focusOnMount } from '../../layout/route-change-effects.ts'
import { Button, LinkButton } from '../../ui/button.tsx'

/**
 * A placed order. `total` in dollars. `number` "DL-10042"; undefined only in the response of an older store.
 */
export type PlacedOrder = {
  id: string
  number: string | undefined
  productName: string
  quantity: number
  unit: string
  total: number
}

/** The confirmation: pay now, or continue shopping. `onAgain` is null when nothing is left to order. */
export function OrderPlaced({ order, onAgain }: { order: PlacedOrder; onAgain: (() => void) | null }) {
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={focusOnMount} tabIndex={-1} className="text-3xl focus:outline-none">
        Order placed
      </h2>
      <p>We’re holding your parts. Pay, and we’ll ship them.</p>
      <DetailList
        details={[
          { name: 'Order number', value: order.number, className: 'font-semibold' },
          { name: 'Part', value: order.productName },
          { name: 'Quantity', value: quantityText(order.quantity, order.unit) },
          { name: 'Total', value: formatUsd(order.total), className: 'font-semibold' },
        ]}
      />
      <LinkButton variant="primary" size="lg" full to={paths.payment(order.id)}>
        Pay now
      </LinkButton>
      <div className="flex flex-wrap gap-3">
        <LinkButton className="grow" to={paths.parts}>
          Keep shopping
        </LinkButton>
        <LinkButton className="grow" to={paths.order(order.id)}>
          See the order
        </LinkButton>
        <LinkButton className="grow" to={paths.myOrders}>
          My Orders
        </LinkButton>
      </div>
      {onAgain && (
        <Button
          variant="ghost"
          size="sm"
          className="self-start underline underline-offset-4"
          onClick={onAgain}
        >
          Order this part again
        </Button>
      )}
    </div>
  )
}
