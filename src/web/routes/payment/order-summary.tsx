import type { Order } from '#domain/orders/order.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { HoldStatus } from '../../components/order-card/hold-status.tsx'
import { orderedDetails } from '../../components/order-card/ordered-details.ts'
import { Picture } from '../../layout/picture.tsx'
import { Card } from '../../ui/card.tsx'

/** The order being paid: product, quantity, total, and shipping address. */
export function OrderSummary({ order }: { order: Order }) {
  return (
    <Card as="section" aria-labelledby="order-summary" className="flex flex-col gap-4">
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
          ...orderedDetails(order),
          { name: 'For', value: order.customerName },
          { name: 'Ship to', value: order.customerAddress, className: 'whitespace-pre-line' },
          { name: 'Phone', value: order.customerPhone },
        ]}
      />
      {!order.paid && (
        <div className="text-sm text-ink-soft">
          <HoldStatus order={order} />
        </div>
      )}
    </Card>
  )
}
