import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type SubmitEvent, useEffect, useMemo, useState } from 'react'
import { formatUsd } from '#domain/shared/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { PaymentIntent } from '#domain/payments/payment.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { LoadingBlock } from '../../ui/spinner.tsx'

type Props = {
  order: Order
  intent: PaymentIntent
  onSucceeded: (transactionId: string) => void
  /** The payment is canceled: request a new one. */
  onCanceled: () => void
}

/** The subset of Trusted Types used here; not in every browser, nor in TypeScript's lib. */
type WithTrustedTypes = {
  trustedTypes?: {
    defaultPolicy: object | null
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): object
  }
}

let loading: { key: string; stripe: Promise<Stripe | null> } | null = null

/** Loads Stripe.js once per page and key. A failed load can be retried. */
function stripeFor(key: string): Promise<Stripe | null> {
  if (loading?.key !== key) {
    allowStripeScript()
    const stripe = loadStripe(key)
    stripe.catch(() => (loading = null))
    loading = { key, stripe }
  }
  return loading.stripe
}

/** The page's Trusted Types policy rejects script URLs; Stripe's is the one exception, as its security guide asks. */
function allowStripeScript(): void {
  const { trustedTypes } = window as WithTrustedTypes
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, location.href).origin === 'https://js.stripe.com' ? url : null),
  })
}

/** Stripe's card form, for a store with Stripe keys: the card goes from Stripe's frame to Stripe. */
export function StripeForm(props: Props) {
  const { publishableKey, clientSecret } = props.intent
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    stripeFor(publishableKey).then(setStripe, () => setFailed(true))
  }, [publishableKey])
  const options = useMemo(() => ({ clientSecret, appearance: appearance() }), [clientSecret])

  if (failed)
    return (
      <Alert tone="danger" title="The card form could not be loaded">
        <p>Stripe cannot be reached. Check your connection and whether something blocks js.stripe.com.</p>
        <Button className="mt-4" onClick={() => location.reload()}>
          Try again
        </Button>
      </Alert>
    )
  if (!stripe) return <LoadingBlock label="Loading the card form" />
  return (
    <Elements stripe={stripe} options={options}>
      <StripeFields {...props} />
    </Elements>
  )
}

function StripeFields({ order, intent: { clientSecret }, onSucceeded, onCanceled }: Props) {
  const stripe = useStripe()
  const elements = useElements()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  // After a reload, in a second tab, or on return from a bank's page it may already be paid.
  useEffect(() => {
    let current = true
    void stripe?.retrievePaymentIntent(clientSecret).then(({ paymentIntent }) => {
      if (!current || !paymentIntent) return
      if (paymentIntent.status === 'succeeded') onSucceeded(paymentIntent.id)
      else if (paymentIntent.status === 'canceled') onCanceled()
      else if (paymentIntent.status === 'processing') setError(PROCESSING)
    })
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stripe, clientSecret])

  const pay = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!stripe || !elements || busy) return
    setBusy(true)
    setError('')
    const { paymentIntent, error: refused } = await stripe.confirmPayment({
      elements,
      confirmParams: {
        return_url: location.origin + location.pathname,
        payment_method_data: { billing_details: { name: order.customerName, email: order.customerEmail } },
      },
      redirect: 'if_required',
    })
    setBusy(false)
    const paid = paymentIntent ?? refused?.payment_intent
    if (paid?.status === 'succeeded') onSucceeded(paid.id)
    else if (paid?.status === 'canceled') onCanceled()
    else setError(refused?.message ?? PROCESSING)
  }

  return (
    <form onSubmit={pay} className="flex flex-col gap-4">
      <h2 className="text-3xl">Pay by card</h2>
      <PaymentElement options={{ fields: { billingDetails: { name: 'never', email: 'never' } } }} />
      <Button type="submit" variant="primary" size="lg" full busy={busy} busyLabel="Paying">
        Pay {formatUsd(order.totalPrice)}
      </Button>
      <FormError>{error}</FormError>
    </form>
  )
}

const PROCESSING = 'Your bank is still working on this payment. Wait a moment, then load this page again.'

/** The theme for Stripe's frame, which cannot see the page's stylesheet. */
function appearance() {
  const chosen = document.documentElement.dataset['theme']
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  return { theme: dark ? ('night' as const) : ('stripe' as const), variables: { borderRadius: '3px' } }
}
