import { ADMIN_STATUS_LABELS } from '#domain/orders/order-status.ts'
import {
  lineNumber,
  openQty,
  type Purchase,
  type PurchaseLine,
  purchaseStatus,
  shipmentsWith,
} from '#domain/orders/purchase.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import { type CsvColumn, csvPhone } from '../../components/list/csv.ts'

/** The parts of these orders, each as an order of its own: a row of the CSV file is a part. */
export function partsOfOrders(orders: readonly Purchase[]): Purchase[] {
  return orders.flatMap((order) =>
    order.lines.length === 1 ? [order] : order.lines.map((line) => partOf(order, line)),
  )
}

/** A refund, which is of the whole order, is at its first part. */
function partOf(order: Purchase, line: PurchaseLine): Purchase {
  const { orderId, quantity, shippedQty, canceledQty, lineTotal } = line
  const state = {
    paid: order.paid,
    shipped: shippedQty > 0 && openQty(line) === 0,
    partly: shippedQty > 0,
    canceled: canceledQty === quantity,
    refunded: order.status === 'refunded',
  }
  return {
    ...order,
    _id: orderId,
    number: lineNumber(order, orderId),
    status: purchaseStatus([state]),
    lines: [line],
    total: lineTotal,
    refunded: line === order.lines[0] ? order.refunded : 0,
    shipments: shipmentsWith(order, orderId),
  }
}

const column = (heading: string, value: (line: PurchaseLine) => string | number): CsvColumn<Purchase> => ({
  heading,
  value: ({ lines: [line] }) => (line ? value(line) : ''),
})

/** Of each of its parcels that have one: "UPS, DHL". */
function ofParcels(
  shipments: Purchase['shipments'],
  of: (shipment: Purchase['shipments'][number]) => string | undefined,
): string {
  return shipments.flatMap((shipment) => of(shipment) ?? []).join(', ')
}

/** Prices in dollars. The columns of partsOfOrders(). */
export const orderCsv: readonly CsvColumn<Purchase>[] = [
  { heading: 'Number', value: ({ number }) => number },
  column('Product', ({ name }) => name),
  column('Part number', ({ partNumber }) => partNumber ?? ''),
  column('Quantity', ({ quantity }) => quantity),
  column('Shipped', ({ shippedQty }) => shippedQty),
  column('Canceled', ({ canceledQty }) => canceledQty),
  column('Unit', ({ unit }) => unit),
  column('Price per unit', ({ price }) => price),
  { heading: 'Total', value: ({ total }) => total },
  { heading: 'Customer', value: ({ name }) => name },
  { heading: 'Email', value: ({ email }) => email },
  { heading: 'Address', value: ({ address }) => address },
  { heading: 'Phone', value: ({ phone }) => csvPhone(phone) },
  { heading: 'Ordered', value: ({ placedAt }) => new Date(placedAt) },
  { heading: 'Status', value: ({ status }) => ADMIN_STATUS_LABELS[status] },
  { heading: 'Refunded', value: ({ refunded }) => (refunded > 0 ? refunded : '') },
  column('Vehicle', ({ fit }) => (fit ? orderFitText(fit) : '')),
  { heading: 'Carrier', value: ({ shipments }) => ofParcels(shipments, ({ carrier }) => carrier) },
  {
    heading: 'Tracking number',
    value: ({ shipments }) => ofParcels(shipments, ({ trackingNumber }) => trackingNumber),
  },
  { heading: 'Order id', value: ({ _id }) => _id },
  { heading: 'Transaction id', value: ({ transactionId }) => transactionId ?? '' },
]
