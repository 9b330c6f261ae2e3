import { z } from 'zod'
import { OrderSchema } from '#domain/orders/order.ts'
import {
  ConfirmPaymentInput,
  CreatePaymentIntentInput,
  PaymentIntentSchema,
} from '#domain/payments/payment.ts'
import { idText } from '#domain/shared/id.ts'
import { defineCall, PROVIDER_REFUSALS } from './call.ts'
import { IdParams, UpdateResult } from './shared-schemas.ts'

export const showPayment = defineCall('GET', '/payment/{orderId}', {
  summary: 'Show the order to pay',
  access: 'owner-or-admin',
  params: z.object({ orderId: idText() }),
  response: OrderSchema,
  refusals: ['provider_unavailable'],
})

export const createPaymentIntent = defineCall('POST', '/create-payment-intent', {
  summary: 'Request a payment of an unpaid order from the card provider',
  access: 'owner',
  body: CreatePaymentIntentInput,
  changes: ({ orderId }) => orderId,
  response: PaymentIntentSchema,
  status: 201,
  refusals: [
    'not_found',
    'no_matching_order',
    'ambiguous_order',
    'part_of_purchase',
    'already_paid',
    'insufficient_stock',
    'email_not_verified',
    'payment_in_progress',
    'too_many_declines',
    ...PROVIDER_REFUSALS,
  ],
  acceptsIdempotencyKey: true,
})

export const confirmPayment = defineCall('PATCH', '/order/{id}', {
  summary: 'Mark the order paid, on the provider’s evidence',
  access: 'owner',
  params: IdParams,
  body: ConfirmPaymentInput,
  response: UpdateResult,
  refusals: [
    'payment_not_confirmed',
    'payment_mismatch',
    'transaction_reused',
    'already_paid',
    ...PROVIDER_REFUSALS,
  ],
})
