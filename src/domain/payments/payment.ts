import { z } from 'zod'
import { totalPrice } from '../shared/numbers.ts'
import { boundedText } from '../shared/text.ts'

/** What `POST /create-payment-intent` takes; the amount charged is always the order's own. `totalPrice` in dollars. */
export const CreatePaymentIntentInput = z.object({
  orderId: boundedText(100).optional(),
  totalPrice: totalPrice(),
})
export type CreatePaymentIntentInput = z.infer<typeof CreatePaymentIntentInput>

/** What the browser needs to let the provider charge a card. `apiBase` null: the provider's own scripts know where. */
export const PaymentIntentSchema = z.object({
  clientSecret: z.string(),
  publishableKey: z.string(),
  apiBase: z.string().nullable(),
  orderId: z.string(),
})
export type PaymentIntent = z.infer<typeof PaymentIntentSchema>

/** What `PATCH /order/{id}` takes. The transaction is only a hint where to look: the provider is asked. Names are ignored. */
export const ConfirmPaymentInput = z.object({
  orderId: boundedText(100).optional(),
  transactionId: boundedText(255, { missing: 'transactionId is required' }).min(
    1,
    'transactionId is required',
  ),
})
export type ConfirmPaymentInput = z.infer<typeof ConfirmPaymentInput>
