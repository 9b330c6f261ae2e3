import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailServer, type MailServer } from '../../tests/support/mail-server.ts'
import { order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../tests/support/otlp-receiver.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, signIn, type User } from '../../tests/support/users.ts'

/** OTLP's numbers of span kinds. */
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3]

describe('a store with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let receiver: OtlpReceiver
  let mails: MailServer
  let store: TestStore
  let customer: User
  let productId: string
  const home = '4711 Camshaft Crescent, Peoria'

  beforeAll(async () => {
    receiver = await startOtlpReceiver()
    mails = await mailServer()
    store = await openTestStore({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc%20def',
      OTEL_SERVICE_NAME: 'parts of the test',
      SMTP_URL: mails.url,
      TRUST_PROXY: '1',
      SWEEP_SECONDS: '1',
    })
    customer = await signIn(store)
    productId = await stockProduct(store)
  })
  afterAll(async () => {
    await store.close()
    await mails.down()
    await receiver.stop()
  })

  /** Waits for a span that has been sent. */
  async function spanOf(fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
    await expect.poll(() => receiver.spans.some(fits)).toBe(true)
    const found = receiver.spans.find(fits)
    if (!found) throw new Error('no span')
    return found
  }
  const requestOf = (response: { headers: Headers }) =>
    spanOf(({ attributes }) => attributes['driveline.request_id'] === response.headers.get('x-request-id'))

  test('A request is a span with the name of its call, its status and the id of the request', async () => {
    const response = await customer.call('GET', `/user/${customer.email}`)
    const span = await requestOf(response)
    expect(span).toMatchObject({
      name: expect.stringMatching(/^GET \w+$/),
      kind: SERVER,
      failed: false,
      attributes: { 'http.request.method': 'GET', 'http.response.status_code': response.status },
    })
    expect(span.attributes['http.route']).toBe(span.name.slice('GET '.length))
    expect(receiver.resource).toMatchObject({ 'service.name': 'parts of the test' })
    expect(receiver.headers[0]).toMatchObject({ 'api-key': 'abc def' })
  })

  test('Its statements and calls to the card provider are spans of the same trace', async () => {
    await orderPaid(store, customer, productId)
    const intent = await spanOf(({ name }) => name === 'POST createPaymentIntent')
    const steps = () => receiver.spans.filter(({ traceId }) => traceId === intent.traceId)
    await expect.poll(() => steps().map(({ name }) => name)).toContain('stripe POST payment_intents')
    const provider = steps().find(({ name }) => name === 'stripe POST payment_intents')
    expect(provider).toMatchObject({ kind: CLIENT, parentSpanId: intent.spanId })
    expect(provider?.attributes['http.response.status_code']).toBe(200)
    const statements = steps().filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
    expect(statements.length).toBeGreaterThan(1)
    for (const { name, kind } of statements) {
      expect(name).toMatch(/^[\w -]{1,60}$/)
      expect(kind).toBe(CLIENT)
    }
  })

  test('Jobs and emails have their own traces', async () => {
    const job = await spanOf(({ name }) => name === 'job syncPayments')
    expect(job).toMatchObject({ kind: INTERNAL, parentSpanId: undefined })
    await spanOf(({ traceId, attributes }) => traceId === job.traceId && 'db.system.name' in attributes)
    await caller(store)('POST', '/contact', {
      name: 'Ada',
      email: 'ada@people.test',
      message: 'Do you ship to Peoria?',
    })
    expect(await spanOf(({ name }) => name === 'deliver mail')).toMatchObject({ kind: CLIENT, failed: false })
  })

  test('A balancer’s traceparent is continued, and a malformed one begins a new trace', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const known = `00-${traceId}-00f067aa0ba902b7-01`
    const span = await requestOf(
      await customer.call('GET', `/user/${customer.email}`, undefined, { traceparent: known }),
    )
    expect(span).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
    for (const traceparent of [
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `ff-${traceId}-00f067aa0ba902b7-01`,
      `00-${traceId}-00f067aa0ba902b7`,
      `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`,
      'x'.repeat(10_000),
    ]) {
      const own = await requestOf(
        await customer.call('GET', `/user/${customer.email}`, undefined, { traceparent }),
      )
      expect(own.traceId).not.toBe(traceId)
      expect(own.parentSpanId).toBeUndefined()
    }
  })

  test('What the balancer does not sample is not sent', async () => {
    const traceId = '5bf92f3577b34da6a3ce929d0e0e4736'
    await customer.call('GET', `/user/${customer.email}`, undefined, {
      traceparent: `00-${traceId}-00f067aa0ba902b7-00`,
    })
    await requestOf(await customer.call('GET', `/user/${customer.email}`))
    expect(receiver.spans.filter((span) => span.traceId === traceId)).toEqual([])
  })

  test('No span contains user input, email addresses, tokens or keys', async () => {
    await order(customer, productId)
    await caller(store)('GET', `/user/${encodeURIComponent(home)}`)
    await requestOf(await caller(store)('GET', `/search?q=${encodeURIComponent(home)}`))
    const sent = receiver.bodies.join('\n')
    for (const secret of [
      customer.email,
      customer.token,
      home,
      encodeURIComponent(home),
      productId,
      'sk_test',
      'ada@people',
      'whsec_',
    ])
      expect(sent.includes(secret), secret).toBe(false)
    expect(sent).not.toContain('@')
  })
})

test('Without a trusted proxy, a store ignores a traceparent', async () => {
  const receiver = await startOtlpReceiver()
  const store = await openTestStore({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'
  await caller(store)('GET', '/reviews', undefined, { traceparent })
  // Closing sends what is left.
  await store.close()
  expect(receiver.spans.some(({ name }) => name === 'GET listReviews')).toBe(true)
  expect(JSON.stringify(receiver.spans)).not.toContain('4bf92f3577b34da6a3ce929d0e0e4736')
  await receiver.stop()
})

test.each([503, 400])('A receiver that responds with %i loses traces and nothing else', async (status) => {
  const receiver = await startOtlpReceiver()
  receiver.answerWith = status
  const store = await openTestStore({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
  expect((await caller(store)('GET', '/reviews')).status).toBe(200)
  await receiver.stop()
  expect((await caller(store)('GET', '/reviews?page=2')).status).toBe(200)
  await store.close()
})

test('With OTEL_TRACES_SAMPLER_ARG=0 no request is traced', async () => {
  const receiver = await startOtlpReceiver()
  const store = await openTestStore({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  await caller(store)('GET', '/reviews')
  await store.close()
  expect(receiver.spans).toEqual([])
  await receiver.stop()
})

test('A store loads the tracing packages only with an endpoint, and those of metrics only with a port', () => {
  const program = `
    const { registerHooks } = await import('node:module')
    const loaded = []
    registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) })
    const { startTracing } = await import('#server/start-tracing.ts')
    const { readConfig } = await import('#config/env.ts')
    await import('#server/open-store.ts')
    await startTracing(readConfig({}), '1.0.0', console)
    process.stdout.write(loaded.join(' '))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: process.cwd(),
    encoding: 'utf8',
  })
  expect(run.stderr).toBe('')
  expect(run.stdout).toContain('kysely')
  expect(run.stdout).not.toMatch(/prom-client|opentelemetry/)
})
