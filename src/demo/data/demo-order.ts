import type { AddressInput } from '#domain/addresses/address.ts'
import type { OrderVehicle } from '#domain/orders/order.ts'
import type { Tracking } from '#domain/orders/tracking.ts'

/** A part of a demo order. Its price, name and picture are the product's. */
type DemoOrderLine = {
  partNumber: string
  /** Units; never below the product's minimum order. */
  quantity: number
}

/** What was sent of a paid order together. */
type DemoParcel = {
  shippedDaysAgo: number
  tracking: Tracking
  pieces: readonly (readonly [partNumber: string, quantity: number])[]
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
  /** Oldest first; absent while none has shipped. */
  parcels?: readonly DemoParcel[]
  /** Only of an unpaid one. */
  deletedDaysAgo?: number
}

type DemoOrderState = 'unpaid' | 'paid' | 'partly shipped' | 'shipped' | 'deleted'

export function stateOf(order: DemoOrder): DemoOrderState {
  if (order.deletedDaysAgo !== undefined) return 'deleted'
  if (order.paidDaysAgo === undefined) return 'unpaid'
  if (order.lines.every((line) => shippedOf(order, line.partNumber) === line.quantity)) return 'shipped'
  return order.parcels ? 'partly shipped' : 'paid'
}

/** How many pieces of a part have shipped. */
export function shippedOf({ parcels = [] }: DemoOrder, partNumber: string): number {
  return parcels
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, [of, quantity]) => sum + (of === partNumber ? quantity : 0), 0)
}
