import type { PaymentIntent } from '#domain/payments/payment.ts'
import { digitsOf, readExpiry, type CardInput } from './card-input.ts'

/** Why a card was refused. `message` can be shown to the user; `code`: the bank's, or else the provider's. */
type Refusal = { message: string; code?: string | undefined; field: keyof CardInput | null }

/** The state of a payment at the card provider. */
export type ProviderResponse =
  | { kind: 'succeeded'; transactionId: string }
  /** 3-D Secure: the bank's page to show in a frame. */
  | { kind: 'challenge'; url: string }
  /** Requires a card; `problem` is set when the last one failed. */
  | { kind: 'open'; problem: Refusal | null }
  | { kind: 'processing' }
  /** Can no longer be paid: request a new payment. */
  | { kind: 'canceled' }
  | { kind: 'refused'; problem: Refusal }
  | { kind: 'unreachable' }

/**
 * Confirms a payment with the provider, never through the store. A declined card can be retried on the same
 * payment.
 */
export async function confirmCard(
  intent: PaymentIntent,
  card: CardInput,
  billing: { name: string; email: string },
): Promise<ProviderResponse> {
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
  const response = await request(`${intentUrl(intent)}/confirm`, { method: 'POST', body: form })
  // Only the response was lost: read the payment's state.
  return response.kind === 'unreachable' ? retrievePayment(intent) : response
}

/** Reads a payment's state: after a reload, in a second tab, at each step of a challenge. */
export function retrievePayment(intent: PaymentIntent): Promise<ProviderResponse> {
  const query = new URLSearchParams({ key: intent.publishableKey, client_secret: intent.clientSecret })
  return request(`${intentUrl(intent)}?${query}`, {})
}

/** The payment's id is the part of the client secret before `_secret_`. */
function intentUrl({ apiBase, clientSecret }: PaymentIntent): string {
  const id = clientSecret.split('_secret_')[0] ?? ''
  return `${apiBase ?? ''}/v1/payment_intents/${encodeURIComponent(id)}`
}

async function request(url: string, init: RequestInit): Promise<ProviderResponse> {
  try {
    // A redirect would send the card elsewhere.
    const response = await fetch(url, { ...init, redirect: 'error', credentials: 'omit', cache: 'no-store' })
    if (response.status >= 500) return { kind: 'unreachable' }
    const body = (await response.json()) as Body
    return body.error ? readError(body.error) : readIntent(body)
  } catch {
    // No connection, a redirect, or a response that is not JSON.
    return { kind: 'unreachable' }
  }
}

/** The part of the provider's JSON that is used. */
type ProviderError = { message?: string; param?: string; code?: string; decline_code?: string }
type Intent = {
  id?: string
  status?: string
  last_payment_error?: ProviderError | null
  next_action?: { use_stripe_sdk?: { stripe_js?: string }; redirect_to_url?: { url?: string } } | null
}
type Body = Intent & {
  error?: ProviderError & { payment_intent?: Intent }
}

/** Parses an intent. Exported for its test. */
export function readIntent(intent: Intent): ProviderResponse {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', transactionId: intent.id ?? '' }
    case 'canceled':
      return { kind: 'canceled' }
    case 'requires_action': {
      const action = intent.next_action
      const url = action?.use_stripe_sdk?.stripe_js ?? action?.redirect_to_url?.url
      return url ? { kind: 'challenge', url } : { kind: 'open', problem: null }
    }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return {
        kind: 'open',
        problem: intent.last_payment_error ? refusalOf(intent.last_payment_error) : null,
      }
    default:
      return { kind: 'processing' }
  }
}

const fields: ReadonlyMap<string, keyof CardInput> = new Map(
  Object.entries({
    number: 'number',
    exp_month: 'expiry',
    exp_year: 'expiry',
    cvc: 'cvc',
  }),
)

/** Parses an error. Exported for its test. */
export function readError(error: NonNullable<Body['error']>): ProviderResponse {
  // Submitted twice, or paid in another tab: return the payment's state.
  if (error.code === 'payment_intent_unexpected_state' && error.payment_intent)
    return readIntent(error.payment_intent)
  return { kind: 'refused', problem: refusalOf(error) }
}

function refusalOf({ message, code, decline_code: declineCode, param = '' }: ProviderError): Refusal {
  return {
    message: message ?? 'The card provider did not take this card.',
    code: declineCode ?? code,
    field: fields.get(param) ?? null,
  }
}
