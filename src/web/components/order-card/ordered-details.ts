import { openQty, type Purchase, type PurchaseLine } from '#domain/orders/purchase.ts'
import { quantityText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import type { Detail } from '../detail-list/detail-list.tsx'

/** What was refunded of an order, such as "$10.00 of $40.00"; undefined when nothing was. */
export function refundText({ refunded, total }: Pick<Purchase, 'refunded' | 'total'>): string | undefined {
  return refunded === 0 ? undefined : `${formatUsd(refunded)} of ${formatUsd(total)}`
}

/** Whether a paid part has shipped, and of one that has in part how much is still to come. */
export function shippingText(line: PurchaseLine): string {
  const { shippedQty, canceledQty, unit } = line
  const open = openQty(line)
  if (shippedQty === 0) return open > 0 ? 'Not shipped yet' : ''
  if (open === 0) return canceledQty > 0 ? `${quantityText(shippedQty, unit)} shipped` : 'Shipped'
  return `${quantityText(shippedQty, unit)} shipped, ${quantityText(open, unit)} to come`
}

/**
 * What an order costs, for a DetailList, and the quantity and vehicle of its part if it has only one. The
 * emails of an order list the same.
 */
export function orderedDetails(purchase: Purchase): Detail[] {
  const { lines, delivery, tax } = purchase
  const [part] = lines.length === 1 ? lines : []
  return [
    { name: `Price per ${part?.unit}`, value: part && formatUsd(part.price) },
    { name: 'Quantity', value: part && quantityText(part.quantity, part.unit) },
    {
      name: 'Canceled',
      value: part && part.canceledQty > 0 && quantityText(part.canceledQty, part.unit),
    },
    { name: delivery ? 'Parts' : 'Subtotal', value: formatUsd(purchase.parts) },
    {
      name: 'Core deposits (refundable)',
      value: purchase.coreDeposits > 0 && formatUsd(purchase.coreDeposits),
      nameWraps: true,
    },
    // For a part that was ordered alone nothing is charged.
    {
      name: delivery ? `Delivery: ${delivery.name}` : 'Shipping',
      value: delivery && delivery.price > 0 ? formatUsd(delivery.price) : 'Free',
      nameWraps: true,
    },
    { name: purchase.taxIncluded ? 'Tax, included' : 'Tax', value: tax > 0 && formatUsd(tax) },
    {
      name: 'Total',
      value: formatUsd(purchase.total),
      className: 'font-display text-3xl font-semibold leading-none',
    },
    { name: 'Refunded', value: refundText(purchase) },
    { name: 'Vehicle', value: part?.fit && orderFitText(part.fit) },
  ]
}
