import type { AddressInput } from '#domain/addresses/address.ts'
import type { OrderVehicle } from '#domain/orders/order.ts'
import type { Tracking } from '#domain/orders/tracking.ts'

/** A part of a demo order. Its price, name and picture are the product's. */
type DemoOrderLine = {
  partNumber: string
  /** Units; never below the product's minimum order. */
  quantity: number
  /** Of a paid order; the parts of one may be shipped one by one. */
  shippedDaysAgo?: number
  /** Only when shipped. */
  tracking?: Tracking
}

/** How a cart was checked out. */
export type DemoCheckout = {
  /** The name of a method of demo-delivery.ts that delivers all lines to the address. */
  method: string
  address: AddressInput
  /** The car of the cart. */
  car?: OrderVehicle
}

/**
 * A demo order: of one part by its form, for an all-in price, or of the parts of a cart. Ages are in days
 * (fractions allowed) before the moment of seeding.
 */
export type DemoOrder = {
  /** Email of the customer in demo-users.ts. */
  customer: string
  lines: readonly DemoOrderLine[]
  /** Absent for the form of one part, which takes name, phone and address from the profile. */
  checkout?: DemoCheckout
  placedDaysAgo: number
  /** Absent while unpaid. */
  paidDaysAgo?: number
  /** Only of an unpaid one. */
  deletedDaysAgo?: number
}

type DemoOrderState = 'unpaid' | 'paid' | 'partly shipped' | 'shipped' | 'deleted'

export function stateOf({ lines, paidDaysAgo, deletedDaysAgo }: DemoOrder): DemoOrderState {
  if (deletedDaysAgo !== undefined) return 'deleted'
  if (paidDaysAgo === undefined) return 'unpaid'
  const shipped = lines.filter(({ shippedDaysAgo }) => shippedDaysAgo !== undefined)
  if (shipped.length === lines.length) return 'shipped'
  return shipped.length > 0 ? 'partly shipped' : 'paid'
}
