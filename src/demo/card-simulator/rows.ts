import { randomInt } from 'node:crypto'
import type { StoredCard } from './test-cards.ts'

/** A row of simulator.intents. Amounts in the currency's smallest unit. */
export type IntentRow = {
  id: string
  seq: string
  client_secret: string
  amount: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  description: string | null
  metadata: Record<string, string>
  receipt_email: string | null
  /** `allowed_payment_method_types` of the request; null = none given. */
  allowed_methods: string[] | null
  automatic_methods: boolean
  payment_method: StoredCard | null
  last_payment_error: LastError | null
  latest_charge: string | null
  challenge: string | null
  return_url: string | null
  cancellation_reason: string | null
  canceled_at: Date | null
  created_at: Date
}

/** Why the last attempt failed. */
export type LastError = {
  type: 'card_error' | 'invalid_request_error'
  code: string
  decline_code?: string
  message: string
  charge?: string
  card: StoredCard
}

export type ChargeRow = {
  id: string
  seq: string
  intent_id: string
  amount: number
  amount_refunded: number
  disputed: boolean
  currency: string
  status: 'succeeded' | 'failed'
  failure_code: string | null
  failure_message: string | null
  decline_code: string | null
  payment_method: StoredCard
  created_at: Date
}

export type RefundRow = {
  id: string
  seq: string
  charge_id: string
  intent_id: string
  amount: number
  currency: string
  reason: string | null
  metadata: Record<string, string>
  status: 'pending' | 'succeeded' | 'failed'
  created_at: Date
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An unguessable id such as `pi_` and 24 letters or digits. */
export function newId(prefix: string): string {
  return `${prefix}_${Array.from({ length: 24 }, () => letters[randomInt(letters.length)]).join('')}`
}

/** Unix time in whole seconds, as the provider writes times. */
export function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000)
}
