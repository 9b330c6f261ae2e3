import type { FieldCode } from './field-codes.ts'
import { formatWait } from './format-wait.ts'

/** The result of a use case: a value, or a refusal with a code. Refusals are values; exceptions are bugs. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** The values of use cases that add, change or delete. */
export type InsertResult = { insertedId: string }
export type UpdateResult = { modifiedCount: number }
export type DeleteResult = { deletedCount: number }

/** Why a request was refused. `detail` is the message for the user. */
export type Refusal = {
  code: RefusalCode
  detail: string
  /** The invalid fields, for forms. */
  fields?: readonly FieldProblem[]
  /** Whole seconds to wait before retrying. */
  retryAfter?: number
  /** The cart as it is now, for a client that knew an earlier one. */
  cart?: { lines: { picture: string }[] }
  /** What the cart costs now, for a client that expected another total. */
  quote?: { total: number }
  /** The purchase that the cart has become. */
  purchaseId?: string
}

/** One invalid field of a request: `field` is its path in the body, such as `orderQty`. */
export type FieldProblem = { field: string; code: FieldCode; message: string }

/**
 * Every refusal code, of all areas: the compiler then holds `refused` to codes that exist, and the API to a
 * status for each (api/refusal-status.ts).
 */
export type RefusalCode =
  | 'invalid_input'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'below_min_order'
  | 'insufficient_stock'
  | 'price_changed'
  | 'product_changed'
  | 'total_out_of_range'
  | 'too_many_unpaid_orders'
  | 'email_not_verified'
  | 'last_admin'
  | 'already_admin'
  | 'invitation_ended'
  | 'shared_account'
  | 'too_many_requests'
  | 'too_many_declines'
  | 'order_is_paid'
  | 'part_of_purchase'
  | 'not_paid'
  | 'order_refunded'
  | 'order_canceled'
  | 'not_shipped'
  | 'already_shipped'
  | 'address_is_priced'
  | 'being_packed'
  | 'refund_too_large'
  | 'refund_state'
  | 'return_window_over'
  | 'not_returnable'
  | 'nothing_to_return'
  | 'return_state'
  | 'too_many_returns'
  | 'payment_not_confirmed'
  | 'payment_in_progress'
  | 'payment_mismatch'
  | 'transaction_reused'
  | 'already_paid'
  | 'no_matching_order'
  | 'ambiguous_order'
  | 'idempotency_key_reused'
  | 'foreign_picture'
  | 'picture_unreadable'
  | 'picture_type_unsupported'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'malformed_body'
  | 'malformed_address'
  | 'address_too_long'
  | 'malformed_idempotency_key'
  | 'bad_signature'
  | 'stock_conflict'
  | 'synonyms_changed'
  | 'specifications_changed'
  | 'settings_changed'
  | 'region_overlaps'
  | 'region_in_use'
  | 'too_many_synonyms'
  | 'import_changed'
  | 'mail_expired'
  | 'mail_not_of_order'
  | 'account_closed'
  | 'too_many_notes'
  | 'garage_full'
  | 'address_book_full'
  | 'cart_full'
  | 'cart_changed'
  | 'cart_empty'
  | 'no_longer_sold'
  | 'not_deliverable'
  | 'use_cart'
  | 'provider_unavailable'
  | 'provider_failed'
  | 'provider_timeout'

/** Transient refusals: the same Idempotency-Key may be retried. */
const TRANSIENT: ReadonlySet<string> = new Set<RefusalCode>([
  'unauthenticated',
  'too_many_requests',
  'too_many_declines',
  'payment_in_progress',
  'provider_unavailable',
  'provider_failed',
  'provider_timeout',
  // The key belongs to another request and retains its response.
  'idempotency_key_reused',
])

/** Whether a refusal is stored as the response of its Idempotency-Key (I15). */
export function isStoredRefusal(code: string): boolean {
  return !TRANSIENT.has(code)
}

export function ok<T>(value: T): Outcome<T> {
  return { ok: true, value }
}

/** A refusal with its code and the message for the user. */
export function refused(
  code: RefusalCode,
  detail: string,
  more: Omit<Refusal, 'code' | 'detail'> = {},
): Outcome<never> {
  return { ok: false, refusal: { code, detail, ...more } }
}

/** A refusal because of one field, where forms show it. `reason`: the code of the field's problem. */
export function refusedField(
  field: string,
  code: RefusalCode,
  message: string,
  reason: FieldCode,
): Outcome<never> {
  return refused(code, message, { fields: [{ field, code: reason, message }] })
}

/** The outcome with its value changed; a refusal stays unchanged. */
export function mapOutcome<T, U>(outcome: Outcome<T>, change: (value: T) => U): Outcome<U> {
  return outcome.ok ? ok(change(outcome.value)) : outcome
}

/**
 * A refusal by a rate limit.
 * @param what the first sentence of the message, such as `You have written five reviews today.`
 * @param retryAfter whole seconds to wait.
 */
export function refuseTooMany(what: string, { retryAfter }: { retryAfter: number }): Outcome<never> {
  const detail = `${what} Please wait ${formatWait(retryAfter)} and try again.`
  return refused('too_many_requests', detail, { retryAfter })
}
