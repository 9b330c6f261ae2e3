import type { Tracking } from '#domain/orders/tracking.ts'
import type { DemoOrder } from './demo-order.ts'
import { demoPurchases } from './demo-purchases.ts'

/**
 * Customer (at demo.test), part, units, and the days since it was placed, paid and shipped; with what it was
 * shipped.
 */
type Row = readonly [
  customer: string,
  partNumber: string,
  quantity: number,
  daysAgo: readonly [placed: number, paid?: number, shipped?: number],
  carrier?: Tracking['carrier'],
  trackingNumber?: string,
]

const keptOrders: readonly Row[] = [
  ['customer', 'DL-BRK-1042', 2, [0.1]],
  ['tom.okafor', 'DL-FLT-4006', 36, [0.2, 0.19]],
  ['priya.nair', 'DL-IGN-3005', 4, [0.3]],
  ['dwayne.brooks', 'DL-BRK-1078', 12, [0.4, 0.38]],
  ['rosa.delgado', 'DL-ELE-7003', 1, [0.7]],
  ['customer', 'DL-IGN-3009', 4, [0.9, 0.8]],
  ['yuki.tanaka', 'DL-SUS-6035', 2, [1.2, 1.1]],
  ['tom.okafor', 'DL-IGN-3021', 100, [1.5, 1.4]],
  ['sam.whitfield', 'DL-COL-5033', 1, [1.8, 1.75]],
  // Older than a day: its hold has expired, but it can still be paid while the part is in stock.
  ['elena.petrova', 'DL-LGT-8516', 1, [2.3]],
  ['marta.lindqvist', 'DL-WHL-9004', 2, [3.1, 3, 2.2], 'UPS', '1Z9V41R70355019832'],
  ['customer', 'DL-FLT-4039', 4, [6, 6, 5.1], 'USPS', '9400111899560334170265'],
  ['dwayne.brooks', 'DL-FLT-4011', 48, [8, 7.9, 7], 'FedEx', '771904436218'],
  ['priya.nair', 'DL-IGN-3030', 4, [10, 10, 9.2], 'UPS', '1Z9V41R70355017450'],
  ['yuki.tanaka', 'DL-DRV-8012', 1, [18, 18, 17.1], 'FedEx', '771903982645'],
  ['sam.whitfield', 'DL-DRV-8046', 1, [26, 25.9, 25], 'UPS', '1Z9V41R70355014408'],
  ['elena.petrova', 'DL-BRK-1124', 2, [34, 34, 33], 'USPS', '9400111899560331194427'],
  ['rosa.delgado', 'DL-COL-5025', 1, [41, 41, 40.2], 'DHL', '4419206753'],
  ['customer', 'DL-SUS-6011', 2, [48, 47.9, 47], 'UPS', '1Z9V41R70355011634'],
  ['priya.nair', 'DL-SUS-6004', 2, [66, 66, 65], 'FedEx', '771901127390'],
  ['dwayne.brooks', 'DL-ENG-2040', 8, [90, 89.8, 88], 'UPS', '1Z9V41R70355008126'],
]

/** The same of unpaid orders that were deleted: the days since it was placed and since it was deleted. */
const deleted: readonly (readonly [...Parameters<typeof placed>, deletedDaysAgo: number])[] = [
  ['marta.lindqvist', 'DL-LGT-8510', 1, 3, 2.9],
  ['customer', 'DL-ENG-2023', 1, 5, 4.8],
  ['tom.okafor', 'DL-ELE-7020', 1, 31, 30.9],
]

/** The demo store's orders, newest first: of one part each, and the purchases of several. */
export const demoOrders: readonly DemoOrder[] = [
  ...keptOrders.map(
    ([customer, partNumber, quantity, [placedDaysAgo, paid, shipped], carrier, trackingNumber]) => ({
      ...placed(customer, partNumber, quantity, placedDaysAgo),
      ...(paid !== undefined && { paidDaysAgo: paid }),
      ...(shipped !== undefined &&
        carrier &&
        trackingNumber && {
          parcels: [
            {
              shippedDaysAgo: shipped,
              tracking: { carrier, trackingNumber },
              pieces: [[partNumber, quantity] as const],
            },
          ],
        }),
    }),
  ),
  ...deleted.map(([customer, partNumber, quantity, placedDaysAgo, deletedDaysAgo]) => ({
    ...placed(customer, partNumber, quantity, placedDaysAgo),
    deletedDaysAgo,
  })),
  ...demoPurchases,
].toSorted((a, b) => a.placedDaysAgo - b.placedDaysAgo)

function placed(customer: string, partNumber: string, quantity: number, placedDaysAgo: number): DemoOrder {
  return { customer: `${customer}@demo.test`, lines: [{ partNumber, quantity }], placedDaysAgo }
}
