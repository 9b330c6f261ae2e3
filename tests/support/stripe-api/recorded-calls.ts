import Stripe from 'stripe'

/** A request to the provider with its response, as they went over the wire. */
export type RecordedCall = {
  method: string
  /** Such as `/v1/payment_intents/pi_1/confirm`. */
  path: string
  /** The query, or the form of a POST: texts, nested by their brackets. */
  params: Params
  status: number
  headers: Headers
  body: unknown
}
export type Params = { [name: string]: string | Params }

/**
 * A key of Stripe's test mode to run the contract there too, from STRIPE_TEST_SECRET_KEY; null without one.
 */
export function stripeTestKey(): string | null {
  const key = process.env['STRIPE_TEST_SECRET_KEY'] ?? ''
  if (key === '') return null
  if (!/^[sr]k_test_/.test(key))
    throw new Error('STRIPE_TEST_SECRET_KEY must be a test key: these tests charge and refund cards.')
  return key
}

/**
 * Stripe's library, recording its requests and responses.
 * @param base the URL of an API instead of Stripe's.
 */
export function recordingStripe(key: string, base: string | null): { stripe: Stripe; calls: RecordedCall[] } {
  const calls: RecordedCall[] = []
  const httpClient = Stripe.createFetchHttpClient(
    async (input: string | URL | Request, init: RequestInit = {}) => {
      const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input)
      const response = await fetch((base ?? origin) + pathname + search, init)
      const text = await response.clone().text()
      const method = init.method ?? 'GET'
      const form = method === 'POST' && typeof init.body === 'string' ? init.body : search.slice(1)
      const { status, headers } = response
      calls.push({
        method,
        path: pathname,
        params: nested(form),
        status,
        headers,
        body: JSON.parse(text) as unknown,
      })
      return response
    },
  )
  return { stripe: new Stripe(key, { httpClient, maxNetworkRetries: 0, telemetry: false }), calls }
}

/** `a=1&b[c]=2&d[0]=3` as objects; a list is an object of its positions. */
function nested(form: string): Params {
  const params: Params = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let inside = params
    for (const part of path) inside = (inside[part] ??= {}) as Params
    inside[last] = value
  }
  return params
}
