import type { Order } from '#domain/orders/order.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import type { CsvColumn } from '../../components/admin-list/csv.ts'
import { adminStatusWord } from './order-list.ts'

/** Prices in dollars, times in UTC. */
export const orderCsv: readonly CsvColumn<Order>[] = [
  { heading: 'Number', value: ({ number }) => number },
  { heading: 'Product', value: ({ productName }) => productName },
  { heading: 'Quantity', value: ({ orderQty }) => orderQty },
  { heading: 'Unit', value: ({ unit }) => unit },
  { heading: 'Price per unit', value: ({ unitPrice }) => unitPrice },
  { heading: 'Total', value: ({ totalPrice }) => totalPrice },
  { heading: 'Customer', value: ({ customerName }) => customerName },
  { heading: 'Email', value: ({ customerEmail }) => customerEmail },
  { heading: 'Address', value: ({ customerAddress }) => customerAddress },
  { heading: 'Phone', value: ({ customerPhone }) => customerPhone },
  { heading: 'Ordered', value: ({ placedAt }) => placedAt },
  { heading: 'Status', value: adminStatusWord },
  { heading: 'Vehicle', value: ({ fit }) => (fit ? orderFitText(fit) : '') },
  { heading: 'Carrier', value: ({ carrier }) => carrier ?? '' },
  { heading: 'Tracking number', value: ({ trackingNumber }) => trackingNumber ?? '' },
  { heading: 'Order id', value: ({ _id }) => _id },
  { heading: 'Transaction id', value: ({ transactionId }) => transactionId ?? '' },
]
