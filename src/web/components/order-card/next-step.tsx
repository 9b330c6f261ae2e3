import type { Purchase } from '#domain/orders/purchase.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { useStore } from '../../layout/use-settings.ts'

/** The next step of an order, and its time. The store's own texts on shipping and returns are content. */
export function NextStep({ purchase }: { purchase: Purchase }) {
  const { shipping, returns } = useStore()
  const { number, shipments } = purchase
  const carriers = new Set(shipments.map(({ carrier }) => carrier))
  const [carrier] = carriers
  const withCarrier = carriers.size === 1 && carrier && carrier !== 'Other' && ` with ${carrier}`
  switch (purchase.status) {
    case 'unpaid':
      return <p>Next: payment. Once the order is paid, we pack and ship it.</p>
    case 'paid':
      return (
        <p>
          Next, we pack your order and ship it to {purchase.name} at the address you gave.
          {shipping && ` ${shipping}`}
        </p>
      )
    case 'partly_shipped':
      return <p>A part of your order is on its way{withCarrier}. Next, we pack and ship the rest.</p>
    case 'shipped':
      return (
        <p>
          Your order is on its way{withCarrier}. If it doesn’t arrive, or something is wrong with it, mention
          order number {number} when you write or call.{returns && ` ${returns}`}
        </p>
      )
    case 'canceled':
      return <p>This order was canceled. What you paid for it goes back to your card.</p>
    case 'refunded':
      return (
        <p>
          We refunded {formatUsd(purchase.total)}, all that you paid for this order.
          {shipments.length === 0 && ' It is not shipped.'} Banks usually take 5 to 10 business days to show a
          refund.
        </p>
      )
  }
}
