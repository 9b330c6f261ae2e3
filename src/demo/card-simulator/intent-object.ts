import type Stripe from 'stripe'
import { type IntentRow, type LastError, seconds } from './rows.ts'
import type { StoredCard } from './test-cards.ts'

/** The API version of the responses: that of the installed `stripe` package. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

/**
 * An intent as the shop's server sees it.
 * @param baseUrl the simulator's URL as the caller sees it; the 3-D Secure page is below it.
 */
export function intentObject(row: IntentRow, baseUrl: string): Stripe.PaymentIntent {
  const paid = row.status === 'succeeded'
  return {
    id: row.id,
    object: 'payment_intent',
    allowed_payment_method_types: row.allowed_methods,
    amount: row.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: paid ? row.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: row.automatic_methods ? { enabled: true, allow_redirects: 'never' } : null,
    canceled_at: row.canceled_at && seconds(row.canceled_at),
    cancellation_reason: row.cancellation_reason,
    capture_method: 'automatic_async',
    client_secret: row.client_secret,
    confirmation_method: 'automatic',
    created: seconds(row.created_at),
    currency: row.currency,
    customer: null,
    customer_account: null,
    description: row.description,
    excluded_payment_method_types: null,
    last_payment_error: row.last_payment_error && errorObject(row.last_payment_error),
    latest_charge: row.latest_charge,
    livemode: false,
    managed_payments: null,
    metadata: row.metadata,
    next_action: nextAction(row, baseUrl),
    on_behalf_of: null,
    payment_method: row.payment_method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: row.receipt_email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  }
}

/** The part of an intent that a publishable key may see. */
const publicFields = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies (keyof Stripe.PaymentIntent)[]

/** The intent as the browser sees it: without metadata, charge and other data of the shop. */
export function publicIntent(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  return Object.fromEntries(publicFields.map((field) => [field, intent[field]]))
}

function nextAction(row: IntentRow, baseUrl: string): Stripe.PaymentIntent.NextAction | null {
  if (row.challenge === null) return null
  const query = new URLSearchParams({ client_secret: row.client_secret, source: row.challenge })
  const url = `${baseUrl}/3ds/${row.id}?${query}`
  return row.return_url === null
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: {
          type: 'three_d_secure_redirect',
          source: row.challenge,
          stripe_js: url,
        },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: row.return_url, url } }
}

function errorObject({ card, ...error }: LastError): Stripe.PaymentIntent.LastPaymentError {
  return { ...error, payment_method: methodObject(card) }
}

/** A stored card as a PaymentMethod. */
function methodObject(card: StoredCard): Stripe.PaymentMethod {
  return {
    id: card.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingOf(card),
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: card.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** The name and email that came with a card. */
export function billingOf(card: StoredCard): Stripe.PaymentMethod.BillingDetails {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return { address, email: card.email, name: card.name, phone: null, tax_id: null }
}
