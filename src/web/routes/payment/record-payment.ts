import { confirmPayment } from '#contract/payments.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { isRetryable } from '../../api-problem.ts'
import { loadPurchase } from './load-purchase.ts'

/**
 * Whether the store has recorded a charge. `isFinal`: the store refused it; otherwise it keeps retrying.
 */
export type Recorded =
  | { kind: 'recorded'; purchase: Purchase }
  | { kind: 'unrecorded'; message: string; isFinal: boolean }

/** Delays before each attempt, in ms: just over the minute in which the store finds lost payments. */
const PAUSES_MS = [0, 1000, 2000, 4000, 8000, 15_000, 20_000, 20_000]

/**
 * Reports a charge to the store, with retries, because the money has already moved. `onSlow` is called once
 * when the first attempt fails.
 */
export async function recordPayment(
  purchase: Purchase,
  transactionId: string,
  { signal, onSlow }: { signal: AbortSignal; onSlow: () => void },
): Promise<Recorded> {
  const { _id, lines, name: customerName } = purchase
  const body = { orderId: _id, transactionId, productName: lines[0]?.name, customerName }
  let message = ''
  for (const [tries, pause] of PAUSES_MS.entries()) {
    if (tries === 1) onSlow()
    await new Promise((resolve) => {
      setTimeout(resolve, pause)
      signal.addEventListener('abort', resolve)
    })
    if (signal.aborted) break
    try {
      await api(confirmPayment, { params: { id: _id }, body })
      const paid: Purchase = { ...purchase, paid: true, status: 'paid', transactionId }
      return { kind: 'recorded', purchase: (await findPaidPurchase(_id)) ?? paid }
    } catch (error) {
      message = problemText(error)
      // Whatever this call returned, the store's order decides whether this charge paid it.
      const now = await findPaidPurchase(_id)
      if (now?.transactionId === transactionId) return { kind: 'recorded', purchase: now }
      const isOpen =
        error instanceof ApiProblem && (isRetryable(error) || error.code === 'payment_not_confirmed')
      if (!isOpen) return { kind: 'unrecorded', message, isFinal: true }
    }
  }
  return { kind: 'unrecorded', message, isFinal: false }
}

/** The order when it is paid; null when it is not, or cannot be fetched. */
export async function findPaidPurchase(id: string): Promise<Purchase | null> {
  const purchase = await loadPurchase(id).catch(() => null)
  return purchase?.paid ? purchase : null
}
