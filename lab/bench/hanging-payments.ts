import { setTimeout as delay } from 'node:timers/promises'
import { SIMULATOR_KEY, type StoreProcess } from '../../tests/support/store-process.ts'
import type { BenchUser } from './bench-users.ts'
import type { HttpJob } from './http-client.ts'
import { type LoadReport, median } from './load-report.ts'
import { getRequest } from './rounds.ts'
import type { Worker } from './worker.ts'

const ROUNDS = 8
const ROUND_MS = 2_000
const CONNECTIONS = 32
/** Until the calls have been accepted and only wait, in ms. */
const ACCEPTED_AFTER_MS = 1_000
/** After a round the store's circuit breaker is open for some seconds; interval of probing it, in ms. */
const PROBE_INTERVAL_MS = 500

/**
 * Reads the product list alternately with and without a payment of each user hanging at an unresponsive
 * provider.
 * @returns the p99 while they hang, as a share of the p99 otherwise.
 */
export async function readingWhilePaymentsHang(
  store: StoreProcess,
  client: Worker,
  users: BenchUser[],
  products: string[],
): Promise<number> {
  const requests = Array.from({ length: CONNECTIONS }, () => [getRequest('/products')])
  const read = async () =>
    (
      await client.ask<LoadReport>({
        port: store.port,
        ms: ROUND_MS,
        requests,
        status: 200,
      } satisfies HttpJob)
    ).p99
  const usual: number[] = []
  const besideHanging: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each goes first as often as second: the preceding load shows in the p99.
    const readings = [readUsual, readBesideHanging]
    for (const reading of round % 2 === 0 ? readings : readings.toReversed()) await reading()
  }
  return median(besideHanging) / median(usual)

  async function readUsual(): Promise<void> {
    await placeOrders()
    await delay(ACCEPTED_AFTER_MS)
    usual.push(await read())
  }
  async function readBesideHanging(): Promise<void> {
    const orders = await placeOrders()
    await setFaults(store, 'delay=30000')
    const hanging = Promise.all(
      orders.map(({ orderId, totalPrice }, i) =>
        post(store, '/create-payment-intent', users[i]?.token ?? '', { orderId, totalPrice }),
      ),
    )
    await delay(ACCEPTED_AFTER_MS)
    besideHanging.push(await read())
    const statuses = (await hanging).map(({ status }) => status)
    if (statuses.some((status) => status !== 504))
      throw new Error(`Payments did not hang: ${statuses.join()}`)
    await setFaults(store, '')
    const [token, product] = [users[0]?.token ?? '', products[0] ?? '']
    const fresh = await placeOrder(store, token, product)
    while ((await post(store, '/create-payment-intent', token, fresh)).status !== 201)
      await delay(PROBE_INTERVAL_MS)
  }
  function placeOrders() {
    return Promise.all(
      users.map(({ token }, i) => placeOrder(store, token, products[i % products.length] ?? '')),
    )
  }
}

async function placeOrder(store: StoreProcess, token: string, productId: string) {
  const body = { productId, orderQty: 1, customerPhone: '+1 555 0100', customerAddress: '1 Bench Street' }
  const { insertedId } = (await (await post(store, '/order', token, body)).json()) as { insertedId: string }
  const shown = await fetch(`${store.url}/payment/${insertedId}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { totalPrice } = (await shown.json()) as { totalPrice: number }
  return { orderId: insertedId, totalPrice }
}

function setFaults(store: StoreProcess, faults: string): Promise<Response> {
  return post(store, '/simulator/stripe/faults', SIMULATOR_KEY, { faults })
}

function post(store: StoreProcess, path: string, token: string, body: object): Promise<Response> {
  return fetch(store.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
