import type { Order } from '#domain/orders/order.ts'
import { quantityText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import type { Detail } from '../detail-list/detail-list.tsx'

/** What was refunded of an order, such as "$10.00 of $40.00"; undefined when nothing was. */
export function refundText({ refundedAmount, totalPrice }: Order): string | undefined {
  if (refundedAmount === undefined) return undefined
  return `${formatUsd(refundedAmount)} of ${formatUsd(totalPrice)}`
}

/** An order's quantity, cost and vehicle, for a DetailList. The emails of an order list the same. */
export function orderedDetails(order: Order): Detail[] {
  return [
    { name: `Price per ${order.unit}`, value: formatUsd(order.unitPrice) },
    { name: 'Quantity', value: quantityText(order.orderQty, order.unit) },
    { name: 'Subtotal', value: formatUsd(order.totalPrice) },
    // Nothing is charged for it.
    { name: 'Shipping', value: 'Free' },
    {
      name: 'Total',
      value: formatUsd(order.totalPrice),
      className: 'font-display text-3xl font-semibold leading-none',
    },
    { name: 'Refunded', value: refundText(order) },
    { name: 'Vehicle', value: order.fit && orderFitText(order.fit) },
  ]
}
