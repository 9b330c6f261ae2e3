import type { OrderVehicle } from '#domain/orders/order.ts'

export type DemoCart = {
  /** Email of the customer in demo-users.ts. */
  customer: string
  cars: readonly OrderVehicle[]
  /** `seenCents`: the price when the quantity was chosen, where it has changed since. */
  lines: readonly { partNumber: string; quantity: number; seenCents?: number }[]
}

/** What customers have not bought yet: a part whose price has changed, and one of which fewer are left. */
export const demoCarts: readonly DemoCart[] = [
  {
    customer: 'customer@demo.test',
    cars: [
      { year: 2008, make: 'Honda', model: 'Civic', engine: '1.8-4' },
      { year: 2006, make: 'Ford', model: 'F-150', engine: '5.4-8' },
    ],
    lines: [
      { partNumber: 'DL-BRK-1042', quantity: 1 },
      { partNumber: 'DL-FLT-4030', quantity: 2, seenCents: 1390 },
      { partNumber: 'DL-IGN-3014', quantity: 8 },
      { partNumber: 'DL-ELE-7031', quantity: 3 },
    ],
  },
]
