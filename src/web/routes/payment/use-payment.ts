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

/** What the card form shows after an answer: the provider's sentence, and which field it is about. */
export type CardProblem = { message: string; field: keyof CardInput | null }

/** Where a payment stands on this screen. */
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

/** The course of one payment. `opening` is the payment that the loader asked for; `onPaid` gets the order once it is paid. */
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

  /** `silent`: nobody has tried a card on this screen yet, so an old card's failure is not news. */
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
      // Paid meanwhile, in another tab or by the store's own check: then that is what this page shows.
      const now =
        result.problem.code === 'already_paid'
          ? await api(showPayment, { params: { orderId: order._id } }).catch(() => null)
          : null
      if (!isCurrent()) return
      if (now?.paid) return paid(now, false)
      return setPhase({ kind: 'closed', problem: result.problem })
    }
    const { intent } = result
    // With the provider's own scripts the form asks by itself how the payment stands.
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
    // The order of an opened payment never changes; what is asked for again comes from `open`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opening])

  return {
    phase,
    /** Asks for a payment again after it could not be opened. */
    open,
    /** Sends the card. A second press while it is on its way does nothing. */
    pay: async (intent: PaymentIntent, input: CardInput) => {
      if (phase.kind !== 'card' || phase.busy) return
      setPhase({ kind: 'card', intent, busy: true, problem: null })
      const billing = { name: order.customerName, email: order.customerEmail }
      follow(intent, await confirmCard(intent, input, billing))
    },
    /** The bank's page has moved on: how does the payment stand? */
    look: async (intent: PaymentIntent) => {
      const answer = await retrievePayment(intent)
      // Still with the bank, or unknown for the moment: the page in the frame goes on.
      if (answer.kind !== 'challenge' && answer.kind !== 'unreachable') follow(intent, answer)
    },
    /** Leaves the bank's page for another card. */
    dropChallenge: (intent: PaymentIntent) => card(intent),
    /** The card is charged: have the store record it. */
    record,
  }
}
