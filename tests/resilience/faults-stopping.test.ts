import { afterAll, beforeAll, expect, test } from 'vitest'
import { setFaults } from '../support/card-payments.ts'
import { demoBuyer } from '../support/orders.ts'
import { secretKey } from '../support/running-simulator.ts'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { type ApiResponse, caller } from '../support/users.ts'

let store: RunningStore
beforeAll(async () => {
  // A busy machine alone must not make the provider seem slow.
  store = await runStore({ PROVIDER_TIMEOUT_MS: '20000', SIMULATOR_SECRET_KEY: secretKey })
}, START_LIMIT_MS)
afterAll(() => store.close())

test('on SIGTERM each of 200 requests in flight, including slow ones, gets its full response, and the store exits by itself', async () => {
  const { customer, order } = await demoBuyer(store)
  const toPay = await Promise.all(Array.from({ length: 10 }, order))
  const listed = (await customer('GET', '/order/customer@demo.test')).body as {
    _id: string
    totalPrice: number
  }[]
  const pay = (id: string) =>
    customer('POST', '/create-payment-intent', {
      orderId: id,
      totalPrice: listed.find(({ _id }) => _id === id)?.totalPrice,
    })
  // A slow provider, within its timeout.
  await setFaults(store, 'delay=500')

  let responses = 0
  const count = async (asking: Promise<ApiResponse>) => {
    const response = await asking
    responses += 1
    return response.status
  }
  const signIn = () =>
    caller(store)(
      'POST',
      '/auth/sign-in/email',
      { email: 'customer@demo.test', password: 'demo1234' },
      { origin: store.url },
    )
  const requests = [
    ...toPay.map(({ body }) => count(pay(body.insertedId))),
    ...Array.from({ length: 4 }, () => count(signIn())),
    ...Array.from({ length: 66 }, () => count(order())),
    ...Array.from({ length: 60 }, () => count(customer('GET', '/order/customer@demo.test'))),
    ...Array.from({ length: 60 }, (_, i) => count(caller(store)('GET', `/products?limit=${i + 1}`))),
  ]
  expect(requests).toHaveLength(200)
  // All are sent, most have no response yet.
  await expect.poll(() => responses, { interval: 1 }).toBeGreaterThan(0)
  const under = requests.length - responses
  const stopped = store.stop()
  const statuses = await Promise.all(requests)
  expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([])
  expect(under).toBeGreaterThan(100)
  // It would be null if it had to be killed.
  expect(await stopped).toEqual({ code: 0 })
  expect(store.output()).toContain('Stopped.')
  // Nothing failed, so there are no warnings.
  expect(store.output()).not.toMatch(/"level":[56]0/)
  await expect(fetch(store.url)).rejects.toThrow('fetch failed')
})
