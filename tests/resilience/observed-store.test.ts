import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#db/embedded/free-port.ts'
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts'
import { readMetrics, sumOf } from '../support/read-metrics.ts'
import { runStore, type RunningStore, START_LIMIT_MS } from '../support/running-store.ts'
import { caller } from '../support/users.ts'

let receiver: OtlpReceiver
let port: number
let store: RunningStore
beforeAll(async () => {
  receiver = await startOtlpReceiver()
  port = await freePort()
  store = await runStore({
    LOG_LEVEL: 'info',
    METRICS_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    STRIPE_SECRT_KEY: 'sk_test_of_a_misspelled_setting',
  })
}, START_LIMIT_MS)
afterAll(async () => {
  await store.close()
  await receiver.stop()
}, 60_000)

const logged = () =>
  store
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('A misspelled setting is named in the log, without its value', () => {
  expect(logged().map(({ msg }) => msg)).toContain(
    'STRIPE_SECRT_KEY is not a setting of the store and is ignored: did you mean STRIPE_SECRET_KEY?',
  )
  expect(store.output()).not.toContain('sk_test_of_a_misspelled_setting')
})

test('Metrics are served only on their own port, and name pages by their pattern', async () => {
  expect((await fetch(`${store.url}/metrics`)).status).toBe(404)
  await (await fetch(`${store.url}/brands`)).text()
  const samples = await readMetrics(`http://127.0.0.1:${port}/metrics`)
  expect(sumOf(samples, 'driveline_http_requests_total', { route: 'page /brands', status: '200' })).toBe(1)
  expect(sumOf(samples, 'driveline_http_requests_total', { route: 'page *', status: '404' })).toBe(1)
  expect(sumOf(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
})

test('A line of the log and the span of its request name each other', async () => {
  const response = await caller(store)('POST', '/order', {})
  const requestId = response.headers.get('x-request-id')
  const isOurs = (line: Record<string, unknown>) => line['requestId'] === requestId
  await expect.poll(() => logged().some(isOurs)).toBe(true)
  const spanOf = () =>
    receiver.spans.find(({ attributes }) => attributes['driveline.request_id'] === requestId)
  await expect
    .poll(spanOf)
    .toMatchObject({ name: 'POST placeOrder', traceId: logged().find(isOurs)?.['traceId'] })
})

test('A stop sends the last spans', async () => {
  const response = await caller(store)('POST', '/order', {})
  expect(await store.stop()).toEqual({ code: 0 })
  const ids = receiver.spans.map(({ attributes }) => attributes['driveline.request_id'])
  expect(ids).toContain(response.headers.get('x-request-id'))
})
