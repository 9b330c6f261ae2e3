import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type RunningStore, runStore, START_LIMIT_MS } from '../../support/running-store.ts'
import { SIMULATOR_KEY } from '../../support/store-process.ts'
import { expect, type Page, test as base } from './test.ts'

const PRELOAD = pathToFileURL(path.join(import.meta.dirname, '../../support/stripe-api-at.mjs')).href
const files = path.join(import.meta.dirname, 'stripe-js')

/** URL patterns of Stripe's script, its card frame, and the call that charges. */
export const STRIPE_SCRIPT = 'https://js.stripe.com/*/stripe.js'
export const STRIPE_FRAME = 'https://js.stripe.com/card-frame.html'
export const STRIPE_CONFIRM = 'https://api.stripe.com/v1/payment_intents/*/confirm'

/**
 * Tests of a store with Stripe keys: the store and its browsers call Stripe's URLs, which are served by the
 * card simulator of a second store and a small stand-in for Stripe.js.
 */
export const test = base.extend<object, { provider: RunningStore }>({
  provider: [
    async ({}, use) => {
      const provider = await runStore({ SIMULATOR_FAULTS: 'lose-webhook=always' })
      await use(provider)
      await provider.close()
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],
  storeEnv: [
    async ({ provider }, use) => {
      await use({
        STRIPE_SECRET_KEY: SIMULATOR_KEY,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_of_a_store_on_loopback',
        STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123456789abcdef',
        STRIPE_ALLOW_TEST_KEYS: '1',
        STRIPE_API_AT: `${provider.url}/simulator/stripe`,
        NODE_OPTIONS: `--import ${PRELOAD}`,
      })
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],
  context: async ({ context, provider }, use) => {
    await context.route(STRIPE_SCRIPT, (route) => route.fulfill({ path: `${files}/stripe.js` }))
    await context.route(STRIPE_FRAME, (route) => route.fulfill({ path: `${files}/card-frame.html` }))
    await context.route('https://api.stripe.com/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      const response = await route.fetch({ url: `${provider.url}/simulator/stripe${pathname}${search}` })
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'access-control-allow-origin': '*' },
      })
    })
    // Without the header that forbids framing the bank's page on other hosts.
    await context.route('https://hooks.stripe.com/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      const response = await route.fetch({ url: provider.url + pathname + search })
      await route.fulfill({ response, headers: { 'content-type': 'text/html' } })
    })
    await use(context)
  },
})

/** The inputs inside Stripe's frame. */
export function cardFields(page: Page) {
  const frame = page.getByTitle('Secure payment input frame').contentFrame()
  return {
    number: frame.getByLabel('Card number'),
    expiry: frame.getByLabel('Expiration date'),
    cvc: frame.getByLabel('Security code'),
  }
}

/** Submits a card. */
export async function payByStripe(page: Page, number: string): Promise<void> {
  const fields = cardFields(page)
  await fields.number.fill(number)
  await fields.expiry.fill('12 / 40')
  await fields.cvc.fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** Exactly one charge succeeded at the provider for this intent. */
export async function expectOneCharge(provider: RunningStore, transactionId: string): Promise<void> {
  const response = await fetch(
    `${provider.url}/simulator/stripe/v1/charges?payment_intent=${transactionId}&limit=100`,
    { headers: { authorization: `Bearer ${SIMULATOR_KEY}` } },
  )
  const { data } = (await response.json()) as { data: { paid: boolean }[] }
  expect(data.filter(({ paid }) => paid)).toHaveLength(1)
}

export { expect }
