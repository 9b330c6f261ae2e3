import type { IdempotencyKey } from '../shared/idempotency.server.ts'
import type { OrderFit } from './order.ts'

/** A requested order. All other data of an order comes from the product and the account. */
export type NewOrder = {
  id: string
  /** That of the access token, which must be valid when the order is stored. */
  tokenHash: Buffer
  /** Null if the requested id isn't a UUID. */
  productId: string | null
  /** Units. */
  quantity: number
  /** The total that the customer expects to pay, or null. */
  expectedCents: number | null
  /** Of the store: "2026-11-21". */
  day: string
  phone: string
  address: string
  idempotencyKey: IdempotencyKey | null
  /** The vehicle it is for, as stored and shown; null when the customer chose none. */
  fit: OrderFit | null
}
