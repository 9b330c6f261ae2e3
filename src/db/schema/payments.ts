import type { Generated } from 'kysely'

export type PaymentsTable = {
  id: Generated<string>
  order_id: string
  amount_cents: number
  intent_id: string | null
  client_secret: string | null
  state: Generated<'creating' | 'live' | 'succeeded' | 'canceled'>
  created_at: Generated<Date>
  checked_at: Date | null
  refund_state: 'due' | 'done' | null
}
