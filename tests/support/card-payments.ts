import { createHmac, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pay, type PayerResponse } from './browser-payer.ts'
import { secretKey } from './running-simulator.ts'
import type { TestStore } from './test-store.ts'
import type { ApiResponse, User } from './users.ts'

/** Makes a simulator send no webhooks, so that the test controls what the store learns. */
export const WITHOUT_WEBHOOKS = 'lose-webhook=always'

/** An intent as the browser knows it. */
export type BrowserIntent = { id: string; client_secret: string }

/** Starts the payment of an order, or of a purchase of several, as the payment page does. */
export async function intentFor(person: User, orderId: string): Promise<BrowserIntent> {
  const shown = await person.call('GET', `/payment/${orderId}`)
  const intentResponse = await person.call('POST', '/create-payment-intent', {
    orderId,
    totalPrice: shown.body.purchase?.total ?? shown.body.totalPrice,
  })
  if (intentResponse.status !== 201)
    throw new Error(`No intent: ${intentResponse.status} ${JSON.stringify(intentResponse.body)}`)
  return intentOf(intentResponse.body.clientSecret)
}

/** The intent that a client secret belongs to: its id is the part in front. */
export function intentOf(clientSecret: string): BrowserIntent {
  return { id: clientSecret.split('_secret_')[0] ?? '', client_secret: clientSecret }
}

/** Confirms the payment of an order, as the payment page does. */
export function confirmPayment(person: User, orderId: string, transactionId: string): Promise<ApiResponse> {
  return person.call('PATCH', `/order/${orderId}`, {
    orderId,
    transactionId,
    productName: 'Anything',
    customerName: 'Robin',
  })
}

/**
 * Sends a card to the store's own simulator. `faults` apply to this one request, such as
 * `lose-webhook=always`.
 */
export function payByCard(
  store: { url: string },
  intent: BrowserIntent,
  card = '4242424242424242',
  faults = '',
): Promise<PayerResponse> {
  return pay(simulatorOf(store), intent, card, {}, faults === '' ? {} : { 'X-Simulator-Fault': faults })
}

/** The URL of the store's own simulator. */
export function simulatorOf(store: { url: string }): string {
  return `${store.url}/simulator/stripe`
}

/** Sets the provider's faults; an empty text clears them. */
export async function setFaults(store: { url: string }, faults: string): Promise<void> {
  const response = await fetch(`${simulatorOf(store)}/faults`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ faults }),
  })
  if (!response.ok) throw new Error(`No faults: ${response.status} ${await response.text()}`)
}

/** The pending faults; an empty text when none are left. */
export async function faultsLeft(store: { url: string }): Promise<string> {
  const response = await fetch(`${simulatorOf(store)}/faults`, {
    headers: { Authorization: `Bearer ${secretKey}` },
  })
  return ((await response.json()) as { faults: string }).faults
}

/** An event as the provider sends it. */
export function eventAbout(intentId: string, type = 'payment_intent.succeeded'): string {
  return JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type,
    data: { object: { id: intentId, object: 'payment_intent' } },
  })
}

/** The signing secret of the store's own simulator. */
export async function webhookSecretOf(store: TestStore): Promise<string> {
  return `whsec_${await readFile(path.join(store.dataDir, 'secrets', 'webhook'), 'utf8')}`
}

/**
 * Posts an event to the store's webhook URL, signed with its secret unless others are given: Stripe signs
 * with each secret that is valid while one is rolled. `ageS`: seconds since signing.
 */
export async function postEvent(
  store: TestStore,
  body: string,
  signed: { secret?: string | readonly string[]; ageS?: number; header?: string | null } = {},
): Promise<{ status: number; body: any; headers: Headers }> {
  const secrets = [signed.secret ?? (await webhookSecretOf(store))].flat()
  const time = Math.floor(Date.now() / 1_000) - (signed.ageS ?? 0)
  const marks = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
  )
  const header = signed.header === undefined ? [`t=${time}`, ...marks].join(',') : signed.header
  const response = await fetch(`${store.url}/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(header === null ? {} : { 'Stripe-Signature': header }),
    },
    body,
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
