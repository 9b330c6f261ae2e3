import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type ComponentProps, useEffect, useMemo, useState } from 'react'
import { formatUsd } from '#domain/shared/money.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { RetryAlert } from '../../ui/retry-alert.tsx'
import { LoadingBlock } from '../../ui/spinner.tsx'
import type { CardFormProps } from './card-form-props.ts'
import { PaymentProblem } from './payment-problem.tsx'

/** The subset of Trusted Types used here; not in every browser, nor in TypeScript's lib. */
type WithTrustedTypes = {
  trustedTypes?: {
    defaultPolicy: object | null
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): object
  }
}

/** The part of Stripe.js's payment intent that is used. */
type PaymentState = { id: string; status: string }

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

/** Excepts Stripe's script from the page's Trusted Types policy, as Stripe's security guide asks. */
function allowStripeScript(): void {
  const { trustedTypes } = window as WithTrustedTypes
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, location.href).origin === 'https://js.stripe.com' ? url : null),
  })
}

/** Stripe's card form, for a store with Stripe keys: the card goes from Stripe's frame to Stripe. */
export function StripeForm(props: CardFormProps) {
  const { publishableKey, clientSecret } = props.intent
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [ready, setReady] = useState(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    stripeFor(publishableKey).then(setStripe, () => setFailed(true))
    // A hanging connection raises no error. A form that loads after the timeout still shows.
    const late = setTimeout(() => setFailed(true), LOAD_TIMEOUT_MS)
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
    <RetryAlert title="The card form could not be loaded" onRetry={() => location.reload()}>
      We can’t reach Stripe. Check your connection and whether something blocks js.stripe.com.
    </RetryAlert>
  )
}

type FieldsProps = CardFormProps & { ready: boolean; onReady: () => void; onLoadError: () => void }

function StripeFields({ purchase, intent, onSucceeded, onCanceled, ready, ...loaded }: FieldsProps) {
  const { clientSecret } = intent
  const stripe = useStripe()
  const elements = useElements()
  const [problem, setProblem] = useState<ComponentProps<typeof PaymentProblem> | null>(null)

  /** Handles the payment's state; false when it requires a card. */
  const follow = (paid: PaymentState | undefined): boolean => {
    if (paid?.status === 'succeeded') onSucceeded(paid.id)
    else if (paid?.status === 'canceled') onCanceled()
    else if (paid?.status === 'processing') setProblem({ message: PROCESSING_MESSAGE, notCharged: false })
    else return false
    return true
  }

  // After a reload, in a second tab, or on return from a bank's page it may already be paid.
  useEffect(() => {
    let current = true
    stripe?.retrievePaymentIntent(clientSecret).then(
      ({ paymentIntent }) => current && follow(paymentIntent),
      // Pressing Pay checks again.
      () => undefined,
    )
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs again only for another intent
  }, [stripe, clientSecret])

  const { busy, send: pay } = useMutation(async () => {
    if (!stripe || !elements) return
    setProblem(null)
    // Stripe.js resolves with payment errors; it rejects when it fails itself.
    const response = await stripe
      .confirmPayment({
        elements,
        confirmParams: {
          return_url: location.origin + location.pathname,
          payment_method_data: { billing_details: { name: purchase.name, email: purchase.email } },
        },
        redirect: 'if_required',
      })
      .catch(() => ({ error: undefined, paymentIntent: undefined }))
    if (!follow(response.paymentIntent ?? response.error?.payment_intent))
      setProblem({
        message: response.error?.message ?? UNREACHABLE_MESSAGE,
        // A failed 3-D Secure step is no card_error.
        notCharged:
          response.error?.type === 'card_error' ||
          response.error?.payment_intent?.status === 'requires_payment_method',
        code: response.error?.decline_code ?? response.error?.code,
      })
  })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
      className="flex flex-col gap-4"
    >
      {ready && <h2 className="text-3xl">Pay by card</h2>}
      <PaymentElement
        options={{ fields: { billingDetails: { name: 'never', email: 'never' } } }}
        {...loaded}
      />
      {problem && <PaymentProblem {...problem} />}
      {ready && (
        <Button type="submit" variant="primary" size="lg" full busy={busy} busyLabel="Paying">
          Pay {formatUsd(purchase.total)}
        </Button>
      )}
    </form>
  )
}

/** The load timeout of Stripe's script and frame, in ms; slow connections take a few seconds. */
const LOAD_TIMEOUT_MS = 20_000
const UNREACHABLE_MESSAGE =
  'We can’t reach Stripe. Check your connection and press Pay again: an order is never charged twice.'
const PROCESSING_MESSAGE = 'Your bank is still working on this payment. Wait a moment, then reload this page.'

/** The theme for Stripe's frame, which cannot see the page's stylesheet. */
function appearance() {
  const chosen = document.documentElement.dataset['theme']
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  return { theme: dark ? ('night' as const) : ('stripe' as const), variables: { borderRadius: '3px' } }
}
