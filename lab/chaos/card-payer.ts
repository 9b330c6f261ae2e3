import type { ApiResponse, Client } from './client.ts'
import { insist } from './client.ts'

const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '5555555555554444',
  '4000000000000002',
  '4000000000003220',
]
/** Faults of one request from a browser to the provider. */
const BROWSER_FAULTS = [
  'lose-webhook',
  'duplicate-webhook',
  'delay-webhook=2000',
  'lose-reply',
  'slow-reply=500',
]
const SIMULATOR = '/simulator/stripe'

/**
 * Pays by card as the browser does: sends a card to the provider, goes through 3-D Secure, tries another card
 * after a decline.
 * @returns the transaction if the provider reported success, otherwise null.
 */
export async function payByCard(client: Client, order: string, clientSecret: string): Promise<string | null> {
  const { random } = client
  const id = clientSecret.split('_secret_')[0] ?? ''
  for (let tries = 0; tries < 3; tries += 1) {
    const number = random.pick(CARDS)
    const response = await insist(random, () => confirm(client, order, { id, clientSecret, number }))
    const { status, body } = response
    if (succeeded(response)) return id
    if (status === 200 && body.status === 'requires_action') {
      if (await authenticate(client, order, id, body)) return id
    } else if (status !== 402 || random.chance(0.3)) return null
  }
  return null
}

/**
 * Whether it succeeded, including after a lost response: the refusal then says that it has already succeeded.
 */
function succeeded({ body }: ApiResponse): boolean {
  return (body.error?.payment_intent ?? body).status === 'succeeded'
}

function confirm(client: Client, order: string, use: { id: string; clientSecret: string; number: string }) {
  const { random, run } = client
  const fault = run.stormy && random.chance(0.4) ? random.pick(BROWSER_FAULTS) : ''
  const form = {
    key: 'pk_test_driveline_simulator',
    client_secret: use.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': use.number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 2),
    'payment_method_data[card][cvc]': '123',
  }
  const path = `${SIMULATOR}/v1/payment_intents/${use.id}/confirm`
  const headers = fault === '' ? {} : { 'X-Simulator-Fault': fault }
  // A card that waits for 3-D Secure has not been charged.
  const name = (response: ApiResponse) => (succeeded(response) ? use.id : undefined)
  return client.attempt({ kind: 'charge', subject: order }, { method: 'POST', path, form, headers }, name)
}

/** The bank's page: most customers pass, some fail, some leave. */
async function authenticate(client: Client, order: string, id: string, intent: ApiResponse['body']) {
  const { random } = client
  if (random.chance(0.15)) return false
  const outcome = random.chance(0.75) ? 'complete' : 'fail'
  const { pathname, search } = new URL(intent.next_action?.use_stripe_sdk.stripe_js ?? '')
  const response = await insist(random, () =>
    client.attempt(
      { kind: 'charge', subject: order },
      { method: 'POST', path: pathname + search, form: { outcome } },
      ({ text }) => (text.includes('Authentication complete') ? id : undefined),
    ),
  )
  return response.outcome === 'done' && response.text.includes('Authentication complete')
}
