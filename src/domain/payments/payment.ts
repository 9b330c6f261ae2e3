import { z } from 'zod'
import { idText } from '../shared/id.ts'
import { totalPrice } from '../shared/numbers.ts'
import { boundedText } from '../shared/text.ts'

/**
 * Body of `POST /create-payment-intent`; the amount charged is always the order's own. `totalPrice` in
 * dollars.
 */
export const CreatePaymentIntentInput = z.object({
  orderId: idText().optional(),
  totalPrice: totalPrice(),
})
export type CreatePaymentIntentInput = z.infer<typeof CreatePaymentIntentInput>

/** The data that browsers need to pay by card. `apiBase` null: the provider's own scripts know it. */
export const PaymentIntentSchema = z.object({
  clientSecret: z.string(),
  publishableKey: z.string(),
  apiBase: z.string().nullable(),
  orderId: z.string(),
})
export type PaymentIntent = z.infer<typeof PaymentIntentSchema>

/**
 * Body of `PATCH /order/{id}`. The transaction is only a hint: the intent is read from the provider. Names
 * are ignored.
 */
export const ConfirmPaymentInput = z.object({
  orderId: idText().optional(),
  transactionId: boundedText(255, { missing: 'transactionId is required' }).min(
    1,
    'transactionId is required',
  ),
})
export type ConfirmPaymentInput = z.infer<typeof ConfirmPaymentInput>
