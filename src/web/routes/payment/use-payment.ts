import { useEffect, useRef, useState } from 'react'
import { showPayment } from '#contract/payments.ts'
import type { Order } from '#domain/orders/order.ts'
import type { PaymentIntent } from '#domain/payments/payment.ts'
import { api, type ApiProblem } from '../../api-client/api-client.ts'
import { toastSuccess } from '../../ui/toast-store.ts'
import type { CardInput } from './card-input.ts'
import { confirmCard, type ProviderAnswer, retrievePayment } from './card-provider.ts'
import { type Opened, openPayment } from './open-payment.ts'
import { recordPayment } from './record-payment.ts'

/** The provider's message, and the field it is about. */
export type CardProblem = { message: string; field: keyof CardInput | null }

/** The state of a payment on this screen. */
export type Phase =
  | { kind: 'opening' }
  | { kind: 'closed'; problem: ApiProblem }
  | { kind: 'card'; intent: PaymentIntent; busy: boolean; problem: CardProblem | null }
  | { kind: 'challenge'; intent: PaymentIntent; url: string }
  | { kind: 'recording'; transactionId: string; slow: boolean }
  | { kind: 'unrecorded'; transactionId: string; message: string; final: boolean }
  | { kind: 'paid'; order: Order; fresh: boolean }

const UNREACHABLE =
  'The card provider cannot be reached. Check your connection and press Pay again: an order is never charged twice.'
const PROCESSING = 'Your bank is still working on this payment. Wait a moment, then load this page again.'

/** The payment flow. `opening` is the payment requested by the loader; `onPaid` receives the paid order. */
export function usePayment(order: Order, opening: Promise<Opened>, onPaid: (paid: Order) => void) {
  const [phase, setPhase] = useState<Phase>({ kind: 'opening' })
  const leaving = useRef<AbortController | null>(null)

  const card = (intent: PaymentIntent, problem: CardProblem | null = null) =>
    setPhase({ kind: 'card', intent, busy: false, problem })

  const paid = (now: Order, fresh: boolean) => {
    setPhase({ kind: 'paid', order: now, fresh })
    onPaid(now)
  }

  const record = async (transactionId: string) => {
    setPhase({ kind: 'recording', transactionId, slow: false })
    leaving.current?.abort()
    const { signal } = (leaving.current = new AbortController())
    const recorded = await recordPayment(order, transactionId, {
      signal,
      onSlow: () => setPhase({ kind: 'recording', transactionId, slow: true }),
    })
    if (signal.aborted) return
    if (recorded.kind !== 'recorded')
      return setPhase({
        kind: 'unrecorded',
        transactionId,
        message: recorded.message,
        final: recorded.kind === 'refused',
      })
    toastSuccess('Payment Success')
    paid(recorded.order, true)
  }

  /** `silent`: no card was submitted on this screen yet, so a previous card's failure is not shown. */
  const follow = (intent: PaymentIntent, answer: ProviderAnswer, silent = false) => {
    switch (answer.kind) {
      case 'succeeded':
        return void record(answer.transactionId)
      case 'challenge':
        return setPhase({ kind: 'challenge', intent, url: answer.url })
      case 'canceled':
        return void open()
      case 'open':
        return card(intent, answer.message && !silent ? { message: answer.message, field: null } : null)
      case 'refused':
        return card(intent, { message: answer.message, field: answer.field })
      case 'processing':
        return card(intent, { message: PROCESSING, field: null })
      case 'unreachable':
        return card(intent, silent ? null : { message: UNREACHABLE, field: null })
    }
  }

  const opened = async (result: Opened, isCurrent: () => boolean) => {
    if (!result.ok) {
      // Paid in another tab or found by the store's own check.
      const now =
        result.problem.code === 'already_paid'
          ? await api(showPayment, { params: { orderId: order._id } }).catch(() => null)
          : null
      if (!isCurrent()) return
      if (now?.paid) return paid(now, false)
      return setPhase({ kind: 'closed', problem: result.problem })
    }
    const { intent } = result
    // With Stripe.js the form reads the payment's state itself.
    if (intent.apiBase === null) return isCurrent() ? card(intent) : undefined
    const answer = await retrievePayment(intent)
    if (!isCurrent()) return
    if (answer.kind === 'refused') return card(intent, { message: answer.message, field: null })
    follow(intent, answer, true)
  }

  const open = async () => {
    setPhase({ kind: 'opening' })
    await opened(await openPayment(order), () => true)
  }

  useEffect(() => {
    let current = true
    void opening.then((result) => opened(result, () => current))
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
    /** Submits the card. Ignores a second press while it is pending. */
    pay: async (intent: PaymentIntent, input: CardInput) => {
      if (phase.kind !== 'card' || phase.busy) return
      setPhase({ kind: 'card', intent, busy: true, problem: null })
      const billing = { name: order.customerName, email: order.customerEmail }
      follow(intent, await confirmCard(intent, input, billing))
    },
    /** The bank's page has loaded another page: check the payment's state. */
    look: async (intent: PaymentIntent) => {
      const answer = await retrievePayment(intent)
      // Still with the bank, or unknown: the frame stays open.
      if (answer.kind !== 'challenge' && answer.kind !== 'unreachable') follow(intent, answer)
    },
    /** Leaves the bank's page to try another card. */
    dropChallenge: (intent: PaymentIntent) => card(intent),
    /** The card is charged: report it to the store. */
    record,
  }
}
