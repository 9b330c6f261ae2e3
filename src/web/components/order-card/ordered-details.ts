import type { Order } from '#domain/orders/order.ts'
import { quantityText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import type { Detail } from '../detail-list/detail-list.tsx'

/** An order's product, quantity and cost, for a DetailList. */
export function orderedDetails(order: Order): Detail[] {
  return [
    { name: `Price per ${order.unit}`, value: formatUsd(order.unitPrice) },
    { name: 'Quantity', value: quantityText(order.orderQty, order.unit) },
    {
      name: 'Total',
      value: formatUsd(order.totalPrice),
      className: 'font-display text-3xl font-semibold leading-none',
    },
    { name: 'Vehicle', value: order.fit && orderFitText(order.fit) },
  ]
}
