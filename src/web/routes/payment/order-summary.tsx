import { quantityText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { HoldStatus } from '../../components/order-card/hold-status.tsx'
import { Picture } from '../../components/product-card/picture.tsx'
import { Card } from '../../ui/card.tsx'

/** What is paid for: product, quantity, total, and shipping address. */
export function OrderSummary({ order }: { order: Order }) {
  return (
    <Card>
      <section aria-labelledby="order-summary" className="flex flex-col gap-4">
        <h2 id="order-summary" className="text-2xl">
          Your order
        </h2>
        <div className="flex items-center gap-4">
          <Picture url={order.picture} sizes="6rem" className="w-24 shrink-0 rounded-md" />
          <p className="min-w-0 font-semibold wrap-anywhere">{order.productName}</p>
        </div>
        <DetailList
          details={[
            { name: 'Order number', value: order.number, className: 'font-semibold' },
            { name: `Price per ${order.unit}`, value: formatUsd(order.unitPrice) },
            { name: 'Quantity', value: quantityText(order.orderQty, order.unit) },
            {
              name: 'Total',
              value: formatUsd(order.totalPrice),
              className: 'font-display text-3xl font-semibold leading-none',
            },
            { name: 'Vehicle', value: order.fit && orderFitText(order.fit) },
            { name: 'For', value: order.customerName },
            { name: 'Deliver to', value: order.customerAddress, className: 'whitespace-pre-line' },
            { name: 'Phone', value: order.customerPhone },
          ]}
        />
        {!order.paid && (
          <div className="text-sm text-ink-soft">
            <HoldStatus order={order} />
          </div>
        )}
      </section>
    </Card>
  )
}
