import type { Generated } from 'kysely'

/** Notes of admins about an order. */
export type OrderNotesTable = {
  id: Generated<string>
  order_id: string
  author_id: string
  text: string
  at: Generated<Date>
}

/** What was checked out at once: one payment for the orders of one or more parts. Amounts in cents. */
export type PurchasesTable = {
  /** That of its first order. */
  id: string
  number: string
  parts_cents: number
  core_cents: Generated<number>
  delivery_cents: Generated<number>
  tax_cents: Generated<number>
  /** Whether the other amounts contain the tax. */
  tax_contained: Generated<boolean>
  /** The part of tax_cents that is of the delivery. */
  delivery_tax_cents: Generated<number>
  total_cents: number
  delivery_method_id: Generated<string | null>
  delivery_name: Generated<string | null>
  /** From the payment to the door; both null for a plain order, and for one from before they were stored. */
  delivery_days_min: Generated<number | null>
  delivery_days_max: Generated<number | null>
  /** Null for a plain order, and once the customer is erased. */
  ship_to: Generated<Record<string, string> | null>
  /** Of the cart that was checked out, a bigint; null for a plain order. */
  cart_revision: Generated<string | null>
  /** When an admin began to pack it: from then on its customer cancels nothing. */
  packing_at: Generated<Date | null>
  /** The refunded part of its payment, as the provider reports it, and when that last changed here. */
  refunded_cents: Generated<number>
  refunded_at: Generated<Date | null>
  /** Within how many days after shipping its old parts bring their deposits back; null if it has none. */
  core_days: Generated<number | null>
}

/** Parcels. */
export type ShipmentsTable = {
  id: Generated<string>
  purchase_id: string
  /** Among the parcels of its purchase, from 1. */
  position: number
  /** Both or none. */
  carrier: 'UPS' | 'USPS' | 'FedEx' | 'DHL' | 'Other' | null
  tracking_number: string | null
  shipped_at: Generated<Date>
  /** Null for one of the demo, or from before the store had parcels. */
  created_by: string | null
}

export type ShipmentLinesTable = { shipment_id: string; order_id: string; quantity: number }

export type OrdersTable = {
  id: Generated<string>
  /** Without one, it becomes a purchase of its own. */
  purchase_id: Generated<string>
  /** Its place among the orders of its purchase, from 1, and how many those are. */
  line: Generated<number>
  lines: Generated<number>
  core_unit_cents: Generated<number>
  tax_cents: Generated<number>
  /** The part of tax_cents that is of the deposit. */
  core_tax_cents: Generated<number>
  tax_rate_ppm: Generated<number | null>
  tax_region_id: Generated<string | null>
  /** A bigint, which the driver returns as text. formatOrderNumber() is how people read it. */
  number: Generated<string>
  product_id: string
  account_id: string
  picture: string
  product_name: string
  unit_price_cents: number
  quantity: number
  /** Pieces of the quantity that were canceled once it was paid. */
  canceled_quantity: Generated<number>
  /** The unit when it was ordered, such as "set of 4". */
  unit: Generated<string>
  total_cents: number
  customer_name: string
  customer_email: string
  customer_phone: string
  customer_address: string
  /** Whether the account's email address was unverified when the units were held. */
  unverified: Generated<boolean>
  hold: Generated<'held' | 'released' | 'sold'>
  hold_expires_at: Date
  placed_at: Generated<Date>
  paid_at: Date | null
  transaction_id: string | null
  /**
   * Its share of what was refunded of the purchase: all of it exactly when the purchase was refunded whole.
   */
  refunded_cents: Generated<number>
  /** When refunded_cents last changed here. */
  refunded_at: Generated<Date | null>
  /** Whether the cardholder has disputed its payment. */
  disputed: Generated<boolean>
  /** Pieces that were sent, in one or more parcels. */
  shipped_quantity: Generated<number>
  /** When the last of them was sent; null while some are open, or when all were canceled. */
  shipped_at: Date | null
  deleted_at: Date | null
  /** The vehicle that the customer ordered it for, and the verdict at that time: all null, or none. */
  vehicle: Generated<string | null>
  fit_verdict: Generated<'fits' | 'fits_if' | 'does_not_fit' | 'unknown' | null>
  fit_reason: Generated<string | null>
}
