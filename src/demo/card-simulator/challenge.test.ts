import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../../../tests/support/browser-payer.ts'
import { type RunningSimulator, runSimulator } from '../../../tests/support/running-simulator.ts'

let sim: RunningSimulator
beforeAll(async () => {
  sim = await runSimulator()
})
afterAll(() => sim.stop())

const secureCard = '4000 0000 0000 3220'

async function startStep(extra: Record<string, string> = {}) {
  const intent = await sim.stripe.paymentIntents.create({ amount: 1234, currency: 'usd' })
  const waiting = await pay(sim.base, intent, secureCard, extra)
  expect(waiting).toMatchObject({ status: 200, intent: { status: 'requires_action' } })
  const action = waiting.intent.next_action
  const url =
    action?.redirect_to_url?.url ?? (action?.use_stripe_sdk as { stripe_js?: string } | undefined)?.stripe_js
  return { intent, url: String(url) }
}

const press = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

test('the 3-D Secure page shows the amount and two buttons, without any script', async () => {
  const { intent, url } = await startStep()
  const page = await fetch(url)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('12.34 USD')
  expect(html).toContain('Complete authentication')
  expect(html).toContain('Fail authentication')
  expect(html).not.toContain('<script')
  expect((await sim.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
})

test('a completed 3-D Secure step pays', async () => {
  const { intent, url } = await startStep()
  const page = await press(url, 'complete')
  expect(await page.text()).toContain('You can close this.')
  expect(await sim.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'succeeded',
    amount_received: 1234,
    next_action: null,
  })
})

test('a failed 3-D Secure step asks for another card, which then pays', async () => {
  const { intent, url } = await startStep()
  await press(url, 'fail')
  expect(await sim.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  })
  expect((await pay(sim.base, intent, '4242424242424242')).intent.status).toBe('succeeded')
})

test('with a return_url the customer returns to the requesting page; another site is only a link', async () => {
  const own = `${new URL(sim.base).origin}/payment/1?a=b`
  const { intent, url } = await startStep({ return_url: own })
  const back = await press(url, 'complete')
  expect(back.status).toBe(303)
  const location = new URL(String(back.headers.get('location')))
  expect(location.pathname).toBe('/payment/1')
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    a: 'b',
    payment_intent: intent.id,
    redirect_status: 'succeeded',
  })
  const elsewhere = await startStep({ return_url: 'https://elsewhere.example/' })
  const page = await press(elsewhere.url, 'fail')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('href="https://elsewhere.example/?payment_intent=')
})

test('an old step cannot finish a newer one, and a finished step cannot be repeated', async () => {
  const { intent, url } = await startStep()
  const second = await pay(sim.base, intent, secureCard)
  expect(second.intent.status).toBe('requires_action')
  expect(await (await press(url, 'complete')).text()).toContain('This step is over')
  expect((await sim.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
  const { url: fresh, intent: other } = await startStep()
  await press(fresh, 'fail')
  expect(await (await press(fresh, 'complete')).text()).toContain('This step is over')
  expect((await sim.stripe.paymentIntents.retrieve(other.id)).status).toBe('requires_payment_method')
})

test('the step needs the client secret', async () => {
  const { intent, url } = await startStep()
  const guess = new URL(url)
  guess.searchParams.set('client_secret', `${intent.id}_secret_guess`)
  expect((await press(guess.href, 'complete')).status).toBe(400)
  expect((await sim.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
})
