import type { Generated } from 'kysely'

/** Notes of admins about an order. */
export type OrderNotesTable = {
  id: Generated<string>
  order_id: string
  author_id: string
  text: string
  at: Generated<Date>
}

export type OrdersTable = {
  id: Generated<string>
  /** A bigint, which the driver returns as text. formatOrderNumber() is how people read it. */
  number: Generated<string>
  product_id: string
  account_id: string
  picture: string
  product_name: string
  unit_price_cents: number
  quantity: number
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
  /** The refunded part of its payment, as the provider reports it. */
  refunded_cents: Generated<number>
  /** When refunded_cents last changed here. */
  refunded_at: Generated<Date | null>
  /** Whether the cardholder has disputed its payment. */
  disputed: Generated<boolean>
  shipped_at: Date | null
  /** Both or none, and only for a shipped order. */
  carrier: Generated<'UPS' | 'USPS' | 'FedEx' | 'DHL' | 'Other' | null>
  tracking_number: Generated<string | null>
  deleted_at: Date | null
  /** The vehicle that the customer ordered it for, and the verdict at that time: all null, or none. */
  vehicle: Generated<string | null>
  fit_verdict: Generated<'fits' | 'fits_if' | 'does_not_fit' | 'unknown' | null>
  fit_reason: Generated<string | null>
}
