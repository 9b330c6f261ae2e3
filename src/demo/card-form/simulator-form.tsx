import { useEffect, useState } from 'react'
import type { CardFormProps } from '#web/routes/payment/card-form-props.ts'
import { LoadingBlock } from '#web/ui/spinner.tsx'
import { CardForm, type CardProblem } from './card-form.tsx'
import type { CardInput } from './card-input.ts'
import { ChallengeFrame } from './challenge-frame.tsx'
import { confirmCard, type ProviderResponse, retrievePayment } from './simulator-api.ts'

type Step =
  | { kind: 'loading' }
  | { kind: 'card'; busy: boolean; problem: CardProblem | null }
  | { kind: 'challenge'; url: string }

const UNREACHABLE =
  'The card provider cannot be reached. Check your connection and press Pay again: an order is never charged twice.'
const PROCESSING = 'Your bank is still working on this payment. Wait a moment, then reload this page.'

/** Charges a card at the card simulator, as Stripe's own form does at Stripe. */
export function SimulatorForm({ purchase, intent, onSucceeded, onCanceled }: CardFormProps) {
  const [step, setStep] = useState<Step>({ kind: 'loading' })
  const card = (problem: CardProblem | null = null) => setStep({ kind: 'card', busy: false, problem })

  /** `silent`: no card was submitted on this screen yet, so a previous card's failure is not shown. */
  const follow = (response: ProviderResponse, silent = false) => {
    switch (response.kind) {
      case 'succeeded':
        return onSucceeded(response.transactionId)
      case 'challenge':
        return setStep({ kind: 'challenge', url: response.url })
      case 'canceled':
        return onCanceled()
      case 'open':
        return card(response.problem && !silent ? { ...response.problem, notCharged: true } : null)
      case 'refused':
        return card({ ...response.problem, ...(silent && { field: null }), notCharged: true })
      case 'processing':
        return card({ message: PROCESSING, field: null, notCharged: false })
      case 'unreachable':
        return card(silent ? null : { message: UNREACHABLE, field: null, notCharged: false })
    }
  }

  // After a reload or in a second tab it may already be paid, or at the bank.
  useEffect(() => {
    let current = true
    void retrievePayment(intent).then((response) => {
      if (current) follow(response, true)
    })
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs again only for another intent
  }, [intent])

  /** Ignores a second press while the first is pending. */
  const pay = async (input: CardInput) => {
    if (step.kind !== 'card' || step.busy) return
    setStep({ kind: 'card', busy: true, problem: null })
    const billing = { name: purchase.name, email: purchase.email }
    follow(await confirmCard(intent, input, billing))
  }

  /** The bank's page has loaded another page: check the payment's state. */
  const check = async () => {
    const response = await retrievePayment(intent)
    // Still with the bank, or unknown: the frame stays open.
    if (response.kind !== 'challenge' && response.kind !== 'unreachable') follow(response)
  }

  if (step.kind === 'loading') return <LoadingBlock label="Preparing your payment" />
  if (step.kind === 'challenge')
    return <ChallengeFrame url={step.url} onLoad={() => void check()} onAnotherCard={() => card()} />
  return (
    <CardForm
      totalPrice={purchase.total}
      busy={step.busy}
      problem={step.problem}
      onPay={(input) => void pay(input)}
    />
  )
}
