import type { Generated, JSONColumnType } from 'kysely'

/**
 * The emails that an order has led to. `about`: the refunded intent, the parcel, the return, or the audit
 * entry that distinguishes several of one kind, else ''. `skipped`: why none was sent.
 */
export type OrderMailsTable = {
  order_id: string
  kind:
    | 'order_placed'
    | 'order_paid'
    | 'hold_ending'
    | 'order_shipped'
    | 'order_refunded'
    | 'order_canceled'
    | 'address_corrected'
    | 'store_order_paid'
    | 'store_address_corrected'
    | 'store_refund_failed'
    | 'return_approved'
    | 'return_declined'
    | 'return_canceled'
    | 'return_received'
    | 'core_ending'
    | 'store_return_requested'
  about: Generated<string>
  skipped: Generated<string | null>
  at: Generated<Date>
}

/** How far version 1.0 had read the audit for emails (take-over-order-mails.server.ts). At most one row. */
export type OrderMailPositionTable = {
  only_row: Generated<boolean>
  begun_id: string | null
  settled_id: string
  seen_id: string | null
  seen_xid: string | null
}

/** Emails that are not retried automatically. `mail`: a Mail of domain/mails/mail.ts. */
export type DeadLettersTable = {
  id: string
  kind: string
  recipient: string
  mail: JSONColumnType<Record<string, unknown>>
  reason: string
  attempts: number
  usable_until: Date | null
  failed_at: Generated<Date>
}
