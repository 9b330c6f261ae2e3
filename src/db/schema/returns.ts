import type { Generated } from 'kysely'

/** What customers send back: parts, and cores, the old parts that a deposit was paid for. */
export type ReturnsTable = {
  id: Generated<string>
  /** A bigint, which the driver returns as text. */
  number: Generated<string>
  purchase_id: string
  state: 'requested' | 'approved' | 'declined' | 'canceled' | 'received'
  /** Of its decision, for the customer. */
  note: Generated<string>
  created_by: string
  created_at: Generated<Date>
  /** Null until it is decided, and if it was by the rule. */
  decided_by: string | null
  decided_at: Date | null
  received_at: Date | null
  /** What was given back when it was received. */
  refund_id: string | null
}

export type ReturnLinesTable = {
  return_id: string
  order_id: string
  /** Whether the old part comes back, for its deposit, and not the part itself. */
  core: boolean
  quantity: number
  reason:
    | 'does_not_fit'
    | 'wrong_part_ordered'
    | 'not_needed'
    | 'damaged'
    | 'defective'
    | 'wrong_part_sent'
    | 'core'
  words: Generated<string>
  /** Pieces that arrived: those back in stock, and those written off. */
  received: Generated<number>
  restocked: Generated<number>
  written_off: Generated<number>
}

/** That a part did not fit a vehicle, with the verdict when it was ordered. */
export type FitmentFlagsTable = {
  id: Generated<string>
  product_id: string
  order_id: string
  return_id: string
  vehicle: string
  said: 'fits' | 'fits_if' | 'does_not_fit' | 'unknown'
  reason: string
  state: Generated<'open' | 'fitment_changed' | 'dismissed'>
  created_at: Generated<Date>
  decided_by: string | null
  decided_at: Date | null
}
