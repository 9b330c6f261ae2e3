import type { PaymentIntent } from '#domain/payments/payment.ts'
import { digitsOf, readExpiry, type CardInput } from './card-input.ts'
import { intentIdOf } from './open-payment.ts'

/** What the card provider says of a payment. `message` is for the person. */
export type ProviderAnswer =
  | { kind: 'succeeded'; transactionId: string }
  /** 3-D Secure: the bank's page to show in a frame. */
  | { kind: 'challenge'; url: string }
  /** Waits for a card; `message` when the last one failed. */
  | { kind: 'open'; message: string | null }
  | { kind: 'processing' }
  /** Cannot be paid any more: another payment must be opened. */
  | { kind: 'canceled' }
  | { kind: 'refused'; message: string; field: keyof CardInput | null }
  | { kind: 'unreachable' }

/** Sends the card to the provider, never to the store. Cards that are refused can be tried again on the same payment. */
export async function confirmCard(
  intent: PaymentIntent,
  card: CardInput,
  billing: { name: string; email: string },
): Promise<ProviderAnswer> {
  const expiry = readExpiry(card.expiry)
  const form = new URLSearchParams({
    key: intent.publishableKey,
    client_secret: intent.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(card.number),
    'payment_method_data[card][exp_month]': String(expiry?.month ?? ''),
    'payment_method_data[card][exp_year]': String(expiry?.year ?? ''),
    'payment_method_data[card][cvc]': digitsOf(card.cvc),
    'payment_method_data[billing_details][name]': billing.name,
    'payment_method_data[billing_details][email]': billing.email,
  })
  const answer = await ask(`${intentUrl(intent)}/confirm`, { method: 'POST', body: form })
  // The answer got lost, not the payment: what it is now can be read.
  return answer.kind === 'unreachable' ? retrievePayment(intent) : answer
}

/** Reads what a payment is now: after a reload, in a second tab, at each step of the bank's page. */
export function retrievePayment(intent: PaymentIntent): Promise<ProviderAnswer> {
  const query = new URLSearchParams({ key: intent.publishableKey, client_secret: intent.clientSecret })
  return ask(`${intentUrl(intent)}?${query}`, {})
}

const intentUrl = (intent: PaymentIntent) =>
  `${intent.apiBase ?? ''}/v1/payment_intents/${encodeURIComponent(intentIdOf(intent))}`

async function ask(url: string, init: RequestInit): Promise<ProviderAnswer> {
  try {
    // A redirect would take the card elsewhere.
    const answer = await fetch(url, { ...init, redirect: 'error', credentials: 'omit', cache: 'no-store' })
    if (answer.status >= 500) return { kind: 'unreachable' }
    const body = (await answer.json()) as Body
    return body.error ? readError(body.error) : readIntent(body)
  } catch {
    return { kind: 'unreachable' }
  }
}

/** What is read of the provider's JSON. */
type Intent = {
  id?: string
  status?: string
  last_payment_error?: { message?: string } | null
  next_action?: { use_stripe_sdk?: { stripe_js?: string }; redirect_to_url?: { url?: string } } | null
}
type Body = Intent & {
  error?: { message?: string; param?: string; code?: string; payment_intent?: Intent }
}

/** Reads an intent. Exported for its test. */
export function readIntent(intent: Intent): ProviderAnswer {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', transactionId: intent.id ?? '' }
    case 'canceled':
      return { kind: 'canceled' }
    case 'requires_action': {
      const action = intent.next_action
      const url = action?.use_stripe_sdk?.stripe_js ?? action?.redirect_to_url?.url
      return url ? { kind: 'challenge', url } : { kind: 'open', message: null }
    }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return { kind: 'open', message: intent.last_payment_error?.message ?? null }
    default:
      return { kind: 'processing' }
  }
}

const fields: Partial<Record<string, keyof CardInput>> = {
  number: 'number',
  exp_month: 'expiry',
  exp_year: 'expiry',
  cvc: 'cvc',
}

/** Reads an error. Exported for its test. */
export function readError(error: NonNullable<Body['error']>): ProviderAnswer {
  // Pressed twice, or paid in another tab: the payment is what it is, and that is the answer.
  if (error.code === 'payment_intent_unexpected_state' && error.payment_intent)
    return readIntent(error.payment_intent)
  return {
    kind: 'refused',
    message: error.message ?? 'The card provider did not take this card. Try another one.',
    field: fields[error.param ?? ''] ?? null,
  }
}
