import { expect, test } from 'vitest'
import { shownPurchase } from '../../../../tests/support/shown-purchase.ts'
import { orderCsv, partsOfOrders } from './order-csv.ts'

test('The CSV file has a row for each part, with its own number, total, status and tracking', () => {
  const pads = { orderId: 'a', name: 'Pads', price: 38.9, quantity: 2, shippedQty: 2 }
  const rotor = { orderId: 'b', name: 'Rotor', price: 3, quantity: 8, shippedQty: 5, canceledQty: 1 }
  const brakes = shownPurchase([pads, rotor, { orderId: 'd', name: 'Bolt', canceledQty: 1 }], {
    paid: true,
    refunded: 5,
    total: 103.64,
    shipments: [
      {
        _id: 's',
        carrier: 'UPS',
        trackingNumber: '1Z999',
        shippedAt: '2026-11-02T10:00:00.000Z',
        lines: [
          { orderId: 'a', quantity: 2 },
          { orderId: 'b', quantity: 3 },
        ],
      },
      {
        _id: 't',
        carrier: 'DHL',
        trackingNumber: '4419206753',
        shippedAt: '2026-11-03T10:00:00.000Z',
        lines: [{ orderId: 'b', quantity: 2 }],
      },
    ],
  })
  const shown = [
    'Number',
    'Product',
    'Quantity',
    'Shipped',
    'Canceled',
    'Total',
    'Status',
    'Refunded',
    'Carrier',
    'Tracking number',
    'Order id',
  ]
  const columns = shown.map((heading) => orderCsv.find((column) => column.heading === heading))
  const single = shownPurchase([{ orderId: 'c' }], { number: 'DL-10043' })
  expect(partsOfOrders([brakes, single]).map((part) => columns.map((column) => column?.value(part)))).toEqual(
    [
      ['DL-10042-1', 'Pads', 2, 2, 0, 77.8, 'Shipped', 5, 'UPS', '1Z999', 'a'],
      ['DL-10042-2', 'Rotor', 8, 5, 1, 24, 'Partly shipped', '', 'UPS, DHL', '1Z999, 4419206753', 'b'],
      ['DL-10042-3', 'Bolt', 1, 0, 1, 1, 'Canceled', '', '', '', 'd'],
      ['DL-10043', 'Part', 1, 0, 0, 1, 'Unpaid', '', '', '', 'c'],
    ],
  )
})
