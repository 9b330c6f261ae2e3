import { orderStatus } from '#domain/orders/order-status.ts'
import type { Order } from '#domain/orders/order.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { useStore } from '../../layout/use-settings.ts'

/** The next step of an order, and its time. The store's own texts on shipping and returns are content. */
export function NextStep({ order }: { order: Order }) {
  const { shipping, returns } = useStore()
  switch (orderStatus(order)) {
    case 'unpaid':
      return <p>Next: payment. Once the order is paid, we pack and ship it.</p>
    case 'paid':
      return (
        <p>
          Next, we pack your order and ship it to {order.customerName} at the address you gave.
          {shipping && ` ${shipping}`}
        </p>
      )
    case 'shipped':
      return (
        <p>
          Your order is on its way{order.carrier && order.carrier !== 'Other' && ` with ${order.carrier}`}. If
          it doesn’t arrive, or something is wrong with it, mention order number {order.number} when you write
          or call.{returns && ` ${returns}`}
        </p>
      )
    case 'refunded':
      return (
        <p>
          We refunded {formatUsd(order.totalPrice)}, all that you paid for this order.
          {!order.shipped && ' It is not shipped.'} Banks usually take 5 to 10 business days to show a refund.
        </p>
      )
    case 'deleted':
      return null
  }
}
