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
  /** It cannot be paid any more: another payment must be asked for. */
  onCanceled: () => void
}

/** As much of Trusted Types as is used here; not every browser has them, nor do TypeScript's own types. */
type WithTrustedTypes = {
  trustedTypes?: {
    defaultPolicy: object | null
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): object
  }
}

/** As much as is read of a payment that Stripe.js answers. */
type PaymentState = { id: string; status: string }

let loading: { key: string; stripe: Promise<Stripe | null> } | null = null

/** Stripe's own script, once per page and key. A failed load can be tried again. */
function stripeFor(key: string): Promise<Stripe | null> {
  if (loading?.key !== key) {
    allowStripeScript()
    const stripe = loadStripe(key)
    stripe.catch(() => (loading = null))
    loading = { key, stripe }
  }
  return loading.stripe
}

/** The page's policy takes no script's address from a text; this one exception is Stripe's, as its security guide asks. */
function allowStripeScript(): void {
  const { trustedTypes } = window as WithTrustedTypes
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, location.href).origin === 'https://js.stripe.com' ? url : null),
  })
}

/** The card form of Stripe itself, for a store with Stripe's keys: the card goes from Stripe's frame to Stripe. */
export function StripeForm(props: Props) {
  const { publishableKey, clientSecret } = props.intent
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [ready, setReady] = useState(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    stripeFor(publishableKey).then(setStripe, () => setFailed(true))
    // A connection that hangs is no error. What comes later than this is shown all the same.
    const late = setTimeout(() => setFailed(true), LOAD_MS)
    return () => clearTimeout(late)
  }, [publishableKey])
  const options = useMemo(() => ({ clientSecret, appearance: appearance() }), [clientSecret])

  return (
    <>
      {!ready && (failed ? <NotLoaded /> : <LoadingBlock label="Loading the card form" />)}
      {stripe && (
        <Elements stripe={stripe} options={options}>
          <StripeFields
            {...props}
            ready={ready}
            onReady={() => setReady(true)}
            onLoadError={() => setFailed(true)}
          />
        </Elements>
      )}
    </>
  )
}

function NotLoaded() {
  return (
    <Alert tone="danger" title="The card form could not be loaded">
      <p>Stripe cannot be reached. Check your connection and whether something blocks js.stripe.com.</p>
      <Button className="mt-4" onClick={() => location.reload()}>
        Try again
      </Button>
    </Alert>
  )
}

type FieldsProps = Props & { ready: boolean; onReady: () => void; onLoadError: () => void }

function StripeFields({ order, intent, onSucceeded, onCanceled, ready, ...loaded }: FieldsProps) {
  const { clientSecret } = intent
  const stripe = useStripe()
  const elements = useElements()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  /** Goes on with what the payment is; false when it waits for a card. */
  const follow = (paid: PaymentState | undefined): boolean => {
    if (paid?.status === 'succeeded') onSucceeded(paid.id)
    else if (paid?.status === 'canceled') onCanceled()
    else if (paid?.status === 'processing') setError(PROCESSING)
    else return false
    return true
  }

  // After a reload, in a second tab, or back from a bank's page: it may be paid already.
  useEffect(() => {
    let current = true
    stripe?.retrievePaymentIntent(clientSecret).then(
      ({ paymentIntent }) => current && follow(paymentIntent),
      // Pressing Pay finds out as well.
      () => undefined,
    )
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
    // Stripe.js answers with errors; it rejects when it is out of order itself.
    const answer = await stripe
      .confirmPayment({
        elements,
        confirmParams: {
          return_url: location.origin + location.pathname,
          payment_method_data: { billing_details: { name: order.customerName, email: order.customerEmail } },
        },
        redirect: 'if_required',
      })
      .catch(() => ({ error: undefined, paymentIntent: undefined }))
    setBusy(false)
    if (!follow(answer.paymentIntent ?? answer.error?.payment_intent))
      setError(answer.error?.message ?? UNREACHABLE)
  }

  return (
    <form onSubmit={pay} className="flex flex-col gap-4">
      {ready && <h2 className="text-3xl">Pay by card</h2>}
      <PaymentElement
        options={{ fields: { billingDetails: { name: 'never', email: 'never' } } }}
        {...loaded}
      />
      {ready && (
        <Button type="submit" variant="primary" size="lg" full busy={busy} busyLabel="Paying">
          Pay {formatUsd(order.totalPrice)}
        </Button>
      )}
      <FormError>{error}</FormError>
    </form>
  )
}

/** Until Stripe's script and frame are there, in ms; slow connections take a few seconds. */
const LOAD_MS = 20_000
const UNREACHABLE =
  'Stripe cannot be reached. Check your connection and press Pay again: an order is never charged twice.'
const PROCESSING = 'Your bank is still working on this payment. Wait a moment, then load this page again.'

/** The store's colours for Stripe's frame, which cannot see its style sheet. */
function appearance() {
  const chosen = document.documentElement.dataset['theme']
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  return { theme: dark ? ('night' as const) : ('stripe' as const), variables: { borderRadius: '3px' } }
}
