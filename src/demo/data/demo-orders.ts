import type { Tracking } from '#domain/orders/tracking.ts'

/** How far a demo order has come. */
export type DemoOrderState = 'unpaid' | 'paid' | 'shipped' | 'deleted'

/**
 * One demo order. Its price, product name and picture are the product's, its name, phone and address the customer's
 * profile. Ages are in days (fractions allowed) before the moment of seeding.
 */
export type DemoOrder = {
  /** Email of the customer in demo-users.ts. */
  customer: string
  partNumber: string
  /** Pieces; never below the product's minimum order. */
  quantity: number
  state: DemoOrderState
  placedDaysAgo: number
  /** Present exactly when paid or shipped. */
  paidDaysAgo?: number
  /** Present exactly when shipped. */
  shippedDaysAgo?: number
  /** Present exactly when shipped. */
  tracking?: Tracking
  /** Present exactly when deleted (while unpaid). */
  deletedDaysAgo?: number
}

/** The demo store's orders, newest first. */
export const demoOrders: readonly DemoOrder[] = [
  order('customer@demo.test', 'DL-BRK-1042', 2, { placed: 0.1 }),
  order('tom.okafor@demo.test', 'DL-FLT-4006', 36, { placed: 0.2, paid: 0.19 }),
  order('priya.nair@demo.test', 'DL-IGN-3005', 4, { placed: 0.3 }),
  order('dwayne.brooks@demo.test', 'DL-BRK-1078', 12, { placed: 0.4, paid: 0.38 }),
  order('rosa.delgado@demo.test', 'DL-ELE-7003', 1, { placed: 0.7 }),
  order('customer@demo.test', 'DL-IGN-3009', 4, { placed: 0.9, paid: 0.8 }),
  order('yuki.tanaka@demo.test', 'DL-SUS-6035', 2, { placed: 1.2, paid: 1.1 }),
  order('tom.okafor@demo.test', 'DL-IGN-3021', 100, { placed: 1.5, paid: 1.4 }),
  order('sam.whitfield@demo.test', 'DL-COL-5033', 1, { placed: 1.8, paid: 1.75 }),
  // Older than a day: its hold has expired, but it can still be paid while the part is in stock.
  order('elena.petrova@demo.test', 'DL-LGT-8516', 1, { placed: 2.3 }),
  order('marta.lindqvist@demo.test', 'DL-LGT-8510', 1, { placed: 3, deleted: 2.9 }),
  order(
    'marta.lindqvist@demo.test',
    'DL-WHL-9004',
    2,
    { placed: 3.1, paid: 3, shipped: 2.2 },
    { carrier: 'UPS', trackingNumber: '1Z9V41R70355019832' },
  ),
  order('customer@demo.test', 'DL-ENG-2023', 1, { placed: 5, deleted: 4.8 }),
  order(
    'customer@demo.test',
    'DL-FLT-4039',
    4,
    { placed: 6, paid: 6, shipped: 5.1 },
    { carrier: 'USPS', trackingNumber: '9400111899560334170265' },
  ),
  order(
    'dwayne.brooks@demo.test',
    'DL-FLT-4011',
    48,
    { placed: 8, paid: 7.9, shipped: 7 },
    { carrier: 'FedEx', trackingNumber: '771904436218' },
  ),
  order(
    'priya.nair@demo.test',
    'DL-IGN-3030',
    4,
    { placed: 10, paid: 10, shipped: 9.2 },
    { carrier: 'UPS', trackingNumber: '1Z9V41R70355017450' },
  ),
  order(
    'yuki.tanaka@demo.test',
    'DL-DRV-8012',
    1,
    { placed: 18, paid: 18, shipped: 17.1 },
    { carrier: 'FedEx', trackingNumber: '771903982645' },
  ),
  order(
    'sam.whitfield@demo.test',
    'DL-DRV-8046',
    1,
    { placed: 26, paid: 25.9, shipped: 25 },
    { carrier: 'UPS', trackingNumber: '1Z9V41R70355014408' },
  ),
  order('tom.okafor@demo.test', 'DL-ELE-7020', 1, { placed: 31, deleted: 30.9 }),
  order(
    'elena.petrova@demo.test',
    'DL-BRK-1124',
    2,
    { placed: 34, paid: 34, shipped: 33 },
    { carrier: 'USPS', trackingNumber: '9400111899560331194427' },
  ),
  order(
    'rosa.delgado@demo.test',
    'DL-COL-5025',
    1,
    { placed: 41, paid: 41, shipped: 40.2 },
    { carrier: 'DHL', trackingNumber: '4419206753' },
  ),
  order(
    'customer@demo.test',
    'DL-SUS-6011',
    2,
    { placed: 48, paid: 47.9, shipped: 47 },
    { carrier: 'UPS', trackingNumber: '1Z9V41R70355011634' },
  ),
  order(
    'priya.nair@demo.test',
    'DL-SUS-6004',
    2,
    { placed: 66, paid: 66, shipped: 65 },
    { carrier: 'FedEx', trackingNumber: '771901127390' },
  ),
  order(
    'dwayne.brooks@demo.test',
    'DL-ENG-2040',
    8,
    { placed: 90, paid: 89.8, shipped: 88 },
    { carrier: 'UPS', trackingNumber: '1Z9V41R70355008126' },
  ),
]

// The state follows from how far the order has come.
function order(
  customer: string,
  partNumber: string,
  quantity: number,
  daysAgo: { placed: number; paid?: number; shipped?: number; deleted?: number },
  tracking?: Tracking,
): DemoOrder {
  const { placed, paid, shipped, deleted } = daysAgo
  const settled = shipped !== undefined ? 'shipped' : paid !== undefined ? 'paid' : 'unpaid'
  return {
    customer,
    partNumber,
    quantity,
    state: deleted !== undefined ? 'deleted' : settled,
    placedDaysAgo: placed,
    ...(paid !== undefined && { paidDaysAgo: paid }),
    ...(shipped !== undefined && { shippedDaysAgo: shipped }),
    ...(tracking && { tracking }),
    ...(deleted !== undefined && { deletedDaysAgo: deleted }),
  }
}
