import { createPaymentIntent } from '#contract/payments.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import type { PaymentIntent } from '#domain/payments/payment.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { newKey } from '../../api-client/use-once.ts'

/**
 * Requests an order's payment. There is only one live payment, so a reload or a second tab gets the same.
 * Never rejects: resolves to the problem.
 */
export function openPayment(purchase: Purchase): Promise<PaymentIntent | ApiProblem> {
  const body = { orderId: purchase._id, totalPrice: purchase.total }
  return api(createPaymentIntent, { body, idempotencyKey: newKey() }).catch((error: unknown) =>
    error instanceof ApiProblem ? error : new ApiProblem(problemText(error), { status: 0, code: 'unknown' }),
  )
}
