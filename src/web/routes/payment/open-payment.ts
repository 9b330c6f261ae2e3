import { createPaymentIntent } from '#contract/payments.ts'
import type { Order } from '#domain/orders/order.ts'
import type { PaymentIntent } from '#domain/payments/payment.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { newKey } from '../../api-client/use-idempotency-key.ts'

export type Opened = { ok: true; intent: PaymentIntent } | { ok: false; problem: ApiProblem }

/**
 * Requests an order's payment. There is only one live payment, so a reload or a second tab gets the same.
 * Never rejects.
 */
export async function openPayment(order: Order): Promise<Opened> {
  const body = { orderId: order._id, totalPrice: order.totalPrice }
  try {
    return { ok: true, intent: await api(createPaymentIntent, { body, idempotencyKey: newKey() }) }
  } catch (error) {
    const problem =
      error instanceof ApiProblem ? error : new ApiProblem(problemText(error), { status: 0, code: 'unknown' })
    return { ok: false, problem }
  }
}
