// Long because every way in which a provider misbehaves is tried against one server.

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SignatureError, type PaymentProvider, ProviderError } from '#domain/payments/payment-provider.ts'
import { pay } from '../../../tests/support/browser-payer.ts'
import {
  type RunningSimulator,
  runSimulator,
  secretKey,
  webhookSecret,
} from '../../../tests/support/running-simulator.ts'
import { createStripePayments, type StripeOptions } from './stripe.ts'

let sim: RunningSimulator
beforeAll(async () => {
  sim = await runSimulator()
})
afterEach(() => setFaults(''))
afterAll(() => sim.stop())

let count = 0
function newRequest() {
  count += 1
  return {
    paymentId: `payment-${count}`,
    attempt: 0,
    storeId: 'this-store',
    orderId: `order-${count}`,
    amountCents: 4200,
    description: 'Brake pads × 2',
  }
}

function provider(options: Partial<StripeOptions> = {}): PaymentProvider {
  return createStripePayments({
    secretKey,
    publishableKey: 'pk_test_driveline_simulator',
    webhookSecrets: [webhookSecret],
    apiBase: () => sim.base,
    browserApiBase: '/simulator/stripe',
    timeoutMs: 5000,
    ...options,
  })
}

async function setFaults(faults: string): Promise<void> {
  const headers = { Authorization: `Bearer ${secretKey}` }
  await fetch(`${sim.base}/faults`, { method: 'POST', body: new URLSearchParams({ faults }), headers })
}

/** How a call fails. */
async function problemOf(call: Promise<unknown>): Promise<{ kind: string }> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderError)) throw new Error(`Expected a ProviderError, got ${String(error)}`)
  return { kind: error.kind }
}

/** The call's result, or `late` if a call to a provider that never responds ends first, after `limitMs`. */
async function firstOf<T>(call: () => Promise<T>, limitMs: number): Promise<T | 'late'> {
  const hanging = await serverWith(() => undefined)
  const other = provider({ apiBase: () => hanging.url, timeoutMs: limitMs }).retrieveIntent('pi_1')
  const first = await Promise.race([
    call(),
    other.then(
      () => 'late' as const,
      () => 'late' as const,
    ),
  ])
  await other.catch(() => undefined)
  await hanging.close()
  return first
}

const browserPays = (intent: { id: string; clientSecret: string }, card = '4242424242424242') =>
  pay(sim.base, { id: intent.id, client_secret: intent.clientSecret }, card)

describe('a payment', () => {
  test('is requested once per payment id, paid by the browser, and read back as succeeded', async () => {
    const payments = provider()
    const request = newRequest()
    const intent = await payments.createIntent(request)
    expect(intent).toMatchObject({
      amountCents: 4200,
      currency: 'usd',
      state: 'open',
      orderId: request.orderId,
      paymentId: request.paymentId,
    })
    expect(await payments.createIntent(request)).toEqual(intent)
    expect((await browserPays(intent, '4000000000000002')).status).toBe(402)
    expect((await payments.retrieveIntent(intent.id)).state).toBe('open')
    await browserPays(intent)
    expect((await payments.retrieveIntent(intent.id)).state).toBe('succeeded')
    expect(payments.browser).toEqual({
      publishableKey: 'pk_test_driveline_simulator',
      apiBase: '/simulator/stripe',
    })
  })

  test('an intent that waits for 3-D Secure is open, and can be canceled', async () => {
    const payments = provider()
    const intent = await payments.createIntent(newRequest())
    await browserPays(intent, '4000000000003220')
    expect((await payments.retrieveIntent(intent.id)).state).toBe('open')
    expect((await payments.cancelIntent(intent.id)).state).toBe('canceled')
    expect((await payments.cancelIntent(intent.id)).state).toBe('canceled')
  })

  test('an intent that has succeeded is returned unchanged when canceled', async () => {
    const payments = provider()
    const intent = await payments.createIntent(newRequest())
    await browserPays(intent)
    expect((await payments.cancelIntent(intent.id)).state).toBe('succeeded')
  })

  test('is refunded once, even when the provider no longer knows the key', async () => {
    const payments = provider()
    const request = newRequest()
    const intent = await payments.createIntent(request)
    await browserPays(intent)
    await payments.refund({ intentId: intent.id, paymentId: request.paymentId })
    await payments.refund({ intentId: intent.id, paymentId: request.paymentId })
    await sim.pool.query('delete from simulator.answers')
    await payments.refund({ intentId: intent.id, paymentId: request.paymentId })
    expect((await sim.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(1)
  })
})

describe('a provider that misbehaves', () => {
  test('fails once: the call is retried and succeeds', async () => {
    await setFaults('error=once')
    expect((await provider().createIntent(newRequest())).state).toBe('open')
  })

  test('loses the response: the same call finds the payment it made', async () => {
    await setFaults('lose-reply=once,on=create')
    const request = newRequest()
    const intent = await provider().createIntent(request)
    const made = await sim.stripe.paymentIntents.list({ limit: 100 })
    expect(
      made.data.filter(({ metadata }) => metadata['payment_id'] === request.paymentId).map(({ id }) => id),
    ).toEqual([intent.id])
  })

  test('always fails: unavailable', async () => {
    await setFaults('error=always')
    expect(await problemOf(provider().createIntent(newRequest()))).toMatchObject({ kind: 'unavailable' })
  })

  test('hangs: the call fails at its timeout, without a retry', async () => {
    await setFaults('delay=30000')
    const call = () => problemOf(provider({ timeoutMs: 400 }).createIntent(newRequest()))
    expect(await firstOf(call, 800)).toEqual({ kind: 'timeout' })
  })

  test('fails first and then hangs: the timeout covers all attempts together', async () => {
    await setFaults('error=once;slow-reply=30000')
    const call = () => problemOf(provider({ timeoutMs: 1200 }).createIntent(newRequest()))
    // Before the retry would end with a timeout of its own: it is sent after half a second at the earliest.
    expect(await firstOf(call, 1600)).toEqual({ kind: 'timeout' })
  })

  test('is still processing a key: others are served', async () => {
    const slow = newRequest()
    await setFaults('delay=5000')
    await problemOf(provider({ timeoutMs: 200 }).createIntent(slow))
    await setFaults('')
    const impatient = provider({ timeoutMs: 250 })
    for (let i = 0; i < 6; i += 1)
      expect((await problemOf(impatient.createIntent(slow))).kind).toBe('timeout')
    // A busy machine may need longer than the timeout. An open circuit would be 'unavailable', without a
    // request.
    const kinds: string[] = []
    const served = () =>
      impatient.createIntent(newRequest()).catch((problem: ProviderError) => kinds.push(problem.kind))
    await expect.poll(served).toMatchObject({ amountCents: 4200 })
    expect(kinds).not.toContain('unavailable')
  })

  test('returns an invalid response or a different amount: failed', async () => {
    const payments = provider()
    const { id } = await payments.createIntent(newRequest())
    await setFaults('nonsense=always')
    expect(await problemOf(payments.createIntent(newRequest()))).toMatchObject({ kind: 'failed' })
    expect(await problemOf(payments.retrieveIntent(id))).toMatchObject({ kind: 'failed' })
    await setFaults('amount=wrong')
    expect(await problemOf(payments.createIntent(newRequest()))).toMatchObject({ kind: 'failed' })
  })

  test('reports another amount when read back: the store sees that amount', async () => {
    const payments = provider()
    const intent = await payments.createIntent(newRequest())
    await setFaults('amount=wrong')
    expect((await payments.retrieveIntent(intent.id)).amountCents).not.toBe(4200)
  })

  test('does not know the key: unavailable, since that is no answer about the payment', async () => {
    const payments = provider({ secretKey: 'sk_test_wrong' })
    expect(await problemOf(payments.createIntent(newRequest()))).toMatchObject({ kind: 'unavailable' })
  })

  test('does not know the payment: missing, however its id is written', async () => {
    const payments = provider()
    for (const id of ['pi_nothing', '../../x', 'a b', '%00', '/v1'])
      expect(await payments.retrieveIntent(id), id).toMatchObject({ id, state: 'missing' })
  })

  test('cannot be reached: unavailable, and after five failures the circuit is open until it is back', async () => {
    const down = await serverWith((_request, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    )
    const payments = provider({ apiBase: () => down.url })
    const failures = await Promise.all(
      Array.from({ length: 5 }, () => problemOf(payments.retrieveIntent('pi_1'))),
    )
    expect(failures.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'unavailable'))
    const requests = down.requests()
    expect(requests).toBeGreaterThan(5)
    const spared = await problemOf(payments.retrieveIntent('pi_1'))
    expect(spared.kind).toBe('unavailable')
    expect(down.requests()).toBe(requests)
    await down.close()
    expect(
      await problemOf(provider({ apiBase: () => down.url, timeoutMs: 3000 }).retrieveIntent('pi_1')),
    ).toMatchObject({
      kind: 'unavailable',
    })
  })

  test.concurrent.each([301, 302, 303, 307, 308])(
    'redirects with %i: no method follows, and nothing is sent elsewhere',
    async (status) => {
      const elsewhere = await serverWith((_request, response) => response.end('{}'))
      const redirecting = await serverWith((_request, response) =>
        response.writeHead(status, { location: elsewhere.url, 'content-type': 'application/json' }).end('{}'),
      )
      const calls: ((payments: PaymentProvider) => Promise<unknown>)[] = [
        (payments) => payments.createIntent(newRequest()),
        (payments) => payments.retrieveIntent('pi_1'),
      ]
      const problems = calls.map((request) =>
        problemOf(request(provider({ apiBase: () => redirecting.url }))),
      )
      for (const problem of await Promise.all(problems))
        expect(problem).toMatchObject({ kind: 'unavailable' })
      expect(redirecting.requests()).toBeGreaterThanOrEqual(calls.length)
      expect(elsewhere.requests()).toBe(0)
      await redirecting.close()
      await elsewhere.close()
    },
  )

  test.each(['as it is', 'compressed'])('responds with 64 MB, %s: the response is dropped', async (how) => {
    const intent = { id: 'pi_1', client_secret: 's', amount: 4200, currency: 'usd', status: 'succeeded' }
    const blanks = Buffer.alloc(1024 * 1024, ' ')
    const huge = await serverWith((_request, response) => {
      const encoding = how === 'compressed' ? { 'content-encoding': 'gzip' } : {}
      response.writeHead(200, { 'content-type': 'application/json', ...encoding })
      const body = Readable.from([...Array.from({ length: 64 }, () => blanks), JSON.stringify(intent)])
      // The reader closes the connection half-way.
      pipeline(how === 'compressed' ? body.pipe(createGzip({ level: 1 })) : body, response).catch(
        () => undefined,
      )
    })
    const requests = problemOf(
      provider({ apiBase: () => huge.url, timeoutMs: 20_000 }).retrieveIntent('pi_1'),
    )
    expect(await requests).toMatchObject({ kind: 'unavailable' })
    await huge.close()
  })

  test('hangs: one request is sent and no more', async () => {
    const hanging = await serverWith(() => undefined)
    expect(
      await problemOf(provider({ apiBase: () => hanging.url, timeoutMs: 300 }).cancelIntent('pi_1')),
    ).toMatchObject({
      kind: 'timeout',
    })
    expect(hanging.requests()).toBe(1)
    await hanging.close()
  })
})

describe('a webhook', () => {
  const clock = async () => Date.now()
  const header = (payload: string, timestamp = Math.floor(Date.now() / 1_000), secret = webhookSecret) =>
    sim.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const body = (type: string) =>
    JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: { id: 'pi_7' } } })

  test('identifies its payment; other events are ignored', async () => {
    const payments = provider()
    const succeeded = body('payment_intent.succeeded')
    expect(await payments.readWebhook(succeeded, header(succeeded), clock)).toMatchObject({
      id: 'evt_1',
      intentId: 'pi_7',
      kind: 'charged',
    })
    const other = body('customer.created')
    expect(await payments.readWebhook(other, header(other), clock)).toBeNull()
  })

  test('an event is accepted as the simulator sends it', async () => {
    const payments = provider()
    const intent = await payments.createIntent(newRequest())
    await sim.webhooks.until(1, (event) => (event.data.object as { id: string }).id === intent.id)
    const sent = sim.webhooks.arrived.find(({ body }) => body.includes(intent.id))
    expect(await payments.readWebhook(String(sent?.body), sent?.signature, clock)).toMatchObject({
      intentId: intent.id,
    })
  })

  test('an event without a signature, with a wrong one, changed in transit, or older than five minutes is refused', async () => {
    const payments = provider()
    const payload = body('payment_intent.succeeded')
    const now = Math.floor(Date.now() / 1_000)
    const bad = [
      [payload, undefined],
      [payload, ''],
      [payload, 't=1,v1=00'],
      [payload, header(payload, now, 'whsec_of_another_store')],
      [payload.replace('pi_7', 'pi_8'), header(payload)],
      [payload, header(payload, now - 301)],
      ['', header(payload)],
      ['not json', header('not json')],
      ['null', header('null')],
    ] as const
    for (const [text, signature] of bad)
      await expect(payments.readWebhook(text, signature, clock)).rejects.toBeInstanceOf(SignatureError)
    expect(await payments.readWebhook(payload, header(payload, now - 290), clock)).toMatchObject({
      id: 'evt_1',
      intentId: 'pi_7',
      kind: 'charged',
    })
  })
})

async function serverWith(respond: RequestListener) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
    requests: () => requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
