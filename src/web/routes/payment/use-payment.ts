import { useEffect, useRef, useState } from 'react'
import type { Purchase } from '#domain/orders/purchase.ts'
import type { PaymentIntent } from '#domain/payments/payment.ts'
import { ApiProblem } from '../../api-client/api-client.ts'
import { focusHeading } from '../../layout/route-change-effects.ts'
import { toastSuccess } from '../../ui/toast-store.ts'
import { openPayment } from './open-payment.ts'
import { findPaidPurchase, recordPayment } from './record-payment.ts'

/** The state of a payment on this screen. */
export type Phase =
  | { kind: 'opening' }
  | { kind: 'closed'; problem: ApiProblem }
  | { kind: 'card'; intent: PaymentIntent }
  | { kind: 'recording'; transactionId: string; isSlow: boolean }
  | { kind: 'unrecorded'; transactionId: string; message: string; isFinal: boolean }
  | { kind: 'paid'; purchase: Purchase; isNew: boolean }

/** The payment flow. `opening` is the payment requested by the loader; `onPaid` receives the paid order. */
export function usePayment(
  purchase: Purchase,
  opening: ReturnType<typeof openPayment>,
  onPaid: (paid: Purchase) => void,
) {
  const [phase, setPhase] = useState<Phase>({ kind: 'opening' })
  const leaving = useRef<AbortController | null>(null)

  const showPaid = (now: Purchase, { isNew }: { isNew: boolean }) => {
    setPhase({ kind: 'paid', purchase: now, isNew })
    onPaid(now)
  }

  // `record` and `open` unmount the pressed button, which would lose the focus.
  const record = async (transactionId: string) => {
    focusHeading()
    setPhase({ kind: 'recording', transactionId, isSlow: false })
    leaving.current?.abort()
    const { signal } = (leaving.current = new AbortController())
    const recorded = await recordPayment(purchase, transactionId, {
      signal,
      onSlow: () => setPhase({ kind: 'recording', transactionId, isSlow: true }),
    })
    if (signal.aborted) return
    if (recorded.kind === 'unrecorded') return setPhase({ ...recorded, transactionId })
    toastSuccess('Payment Success')
    showPaid(recorded.purchase, { isNew: true })
  }

  const showOpened = async (opened: PaymentIntent | ApiProblem, isCurrent: () => boolean) => {
    const isProblem = opened instanceof ApiProblem
    // Paid in another tab or found by the store's own check.
    const now = isProblem && opened.code === 'already_paid' ? await findPaidPurchase(purchase._id) : null
    if (!isCurrent()) return
    if (now) return showPaid(now, { isNew: false })
    setPhase(isProblem ? { kind: 'closed', problem: opened } : { kind: 'card', intent: opened })
  }

  const open = async () => {
    focusHeading()
    setPhase({ kind: 'opening' })
    await showOpened(await openPayment(purchase), () => true)
  }

  useEffect(() => {
    let current = true
    void opening.then((opened) => showOpened(opened, () => current))
    return () => {
      current = false
      leaving.current?.abort()
    }
    // The order of an open payment never changes; `open` refreshes the rest.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opening])

  return {
    phase,
    /** Requests a payment again after opening it failed. */
    open,
    /** The card is charged: report it to the store. */
    record,
  }
}
