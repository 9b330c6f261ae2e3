import type { Generated } from 'kysely'

/** Money of a payment that is given back. Amounts in cents. */
export type RefundsTable = {
  id: Generated<string>
  purchase_id: string
  payment_id: string
  amount_cents: number
  state: Generated<'due' | 'pending' | 'done' | 'failed' | 'settled_otherwise'>
  /** Counts from 0. Each is a request of its own to the card provider. */
  attempt: Generated<number>
  provider_id: string | null
  /** `provider`: it was made at the card provider, not here; `no_order`: the charge pays no purchase. */
  cause: 'cancel' | 'return' | 'core' | 'delivery' | 'goodwill' | 'provider' | 'no_order'
  note: Generated<string>
  /** Null: made at the card provider, or for a charge that pays no purchase. */
  created_by: string | null
  created_at: Generated<Date>
  done_at: Date | null
  /** Why it last failed, for admins. */
  failure: string | null
}
