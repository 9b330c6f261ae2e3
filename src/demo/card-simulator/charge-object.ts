import type Stripe from 'stripe'
import { billingOf } from './intent-object.ts'
import { type ChargeRow, type RefundRow, seconds } from './rows.ts'
import type { StoredCard } from './test-cards.ts'

/** A charge: one attempt that reached the bank. */
export function chargeObject(row: ChargeRow): Stripe.Charge {
  const paid = row.status === 'succeeded'
  const { payment_method: card } = row
  return {
    id: row.id,
    object: 'charge',
    amount: row.amount,
    amount_captured: paid ? row.amount : 0,
    amount_refunded: row.amount_refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingOf(card),
    calculated_statement_descriptor: null,
    captured: paid,
    created: seconds(row.created_at),
    currency: row.currency,
    customer: null,
    description: null,
    disputed: row.disputed,
    failure_balance_transaction: null,
    failure_code: row.failure_code,
    failure_message: row.failure_message,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: row.decline_code,
      risk_level: 'normal',
      seller_message: paid ? 'Payment complete.' : 'The bank declined the payment.',
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: row.intent_id,
    payment_method: card.id,
    payment_method_details: { type: 'card', card: chargedCard(card, paid ? row.amount : null) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: row.amount_refunded === row.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  }
}

/** The card as a charge shows it, which has other fields than the card of a PaymentMethod. */
function chargedCard(card: StoredCard, authorized: number | null): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: authorized,
    authorization_code: null,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    funding: 'credit',
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}

/** A refund. */
export function refundObject(row: RefundRow): Stripe.Refund {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amount,
    balance_transaction: null,
    charge: row.charge_id,
    created: seconds(row.created_at),
    currency: row.currency,
    customer: null,
    customer_account: null,
    metadata: row.metadata,
    payment_intent: row.intent_id,
    payment_method: null,
    reason: row.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    ...(row.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    transfer_reversal: null,
  }
}
