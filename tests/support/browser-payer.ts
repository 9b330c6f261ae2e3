import type Stripe from 'stripe'

/** A response to the card form in the browser. */
export type PayerResponse = {
  status: number
  intent: Partial<Stripe.PaymentIntent> & { status?: string }
  error: {
    message?: string
    code?: string
    decline_code?: string
    param?: string
    payment_intent?: { status: string }
  }
}

/** Sends a card for an intent. `extra` overrides or adds form fields; a null leaves one out. */
export async function pay(
  base: string,
  intent: { id: string; client_secret: string | null },
  number: string,
  extra: Record<string, string | null> = {},
  headers: Record<string, string> = {},
): Promise<PayerResponse> {
  const fields: Record<string, string | null> = {
    key: 'pk_test_driveline_simulator',
    client_secret: intent.client_secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 2),
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Ada Customer',
    'payment_method_data[billing_details][email]': 'ada@example.com',
    ...extra,
  }
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== null) body.set(name, value)
  const response = await fetch(`${base}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    body,
    headers,
  })
  const json = (await response.json()) as PayerResponse['intent'] & { error?: PayerResponse['error'] }
  return { status: response.status, intent: json, error: json.error ?? {} }
}
