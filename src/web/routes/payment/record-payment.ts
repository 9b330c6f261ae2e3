import { confirmPayment, showPayment } from '#contract/payments.ts'
import type { Order } from '#domain/orders/order.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { isRetryable } from '../../api-problem.ts'

/**
 * Whether the store has recorded a charge. `isFinal`: the store refused it; otherwise it keeps retrying.
 */
export type Recorded =
  | { kind: 'recorded'; order: Order }
  | { kind: 'unrecorded'; message: string; isFinal: boolean }

/** Delays before each attempt, in ms: just over the minute in which the store finds lost payments. */
const PAUSES_MS = [0, 1000, 2000, 4000, 8000, 15_000, 20_000, 20_000]

/**
 * Reports a charge to the store, with retries, because the money has already moved. `onSlow` is called once
 * when the first attempt fails.
 */
export async function recordPayment(
  order: Order,
  transactionId: string,
  { signal, onSlow }: { signal: AbortSignal; onSlow: () => void },
): Promise<Recorded> {
  const { productName, customerName } = order
  const body = { orderId: order._id, transactionId, productName, customerName }
  let message = ''
  for (const [tries, pause] of PAUSES_MS.entries()) {
    if (tries === 1) onSlow()
    await new Promise((resolve) => {
      setTimeout(resolve, pause)
      signal.addEventListener('abort', resolve)
    })
    if (signal.aborted) break
    try {
      await api(confirmPayment, { params: { id: order._id }, body })
      const paid = { ...order, paid: true, transactionId }
      return { kind: 'recorded', order: (await findPaidOrder(order._id)) ?? paid }
    } catch (error) {
      message = problemText(error)
      // Whatever this call returned, the store's order decides whether this charge paid it.
      const now = await findPaidOrder(order._id)
      if (now?.transactionId === transactionId) return { kind: 'recorded', order: now }
      const isOpen =
        error instanceof ApiProblem && (isRetryable(error) || error.code === 'payment_not_confirmed')
      if (!isOpen) return { kind: 'unrecorded', message, isFinal: true }
    }
  }
  return { kind: 'unrecorded', message, isFinal: false }
}

/** The order when it is paid; null when it is not, or cannot be fetched. */
export async function findPaidOrder(orderId: string): Promise<Order | null> {
  const order = await api(showPayment, { params: { orderId } }).catch(() => null)
  return order?.paid ? order : null
}
