import type { Generated } from 'kysely'

export type PaymentsTable = {
  id: Generated<string>
  order_id: string
  amount_cents: number
  intent_id: string | null
  client_secret: string | null
  /** `unneeded`: it was charged, but pays no purchase; its refund is a row of refunds. */
  state: Generated<'creating' | 'live' | 'succeeded' | 'unneeded' | 'canceled'>
  created_at: Generated<Date>
  checked_at: Date | null
  confirmed_at: Generated<Date | null>
  attempt: Generated<number>
  /** How often the provider has refused the last request about it, and when the next one is due. */
  refusals: Generated<number>
  retry_at: Generated<Date | null>
}

export type ProviderAccountTable = {
  only_row: Generated<boolean>
  store_id: Generated<string>
  events_read_till: Generated<Date | null>
  compare_from: Generated<Date | null>
}

export type PaymentDeclinesTable = {
  event_id: string
  order_id: string
  account_id: string
  at: Date
}
