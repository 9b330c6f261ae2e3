import { setTimeout as delay } from 'node:timers/promises'
import type { StoreProcess } from '../../tests/support/store-process.ts'
import type { BenchUser } from './bench-users.ts'
import type { HttpJob } from './http-client.ts'
import { type LoadReport, median } from './load-report.ts'
import { getRequest } from './rounds.ts'
import type { Worker } from './worker.ts'

const ROUNDS = 6
const ROUND_MS = 2_000
/** Connections that read. */
const READERS = 8
const ORDERS_PER_SECOND = 100

/** Medians over alternating rounds: with orders, as a share of without. */
export type WhileOrdering = { rate: number; p99: number; ordersPerSecond: number }

/**
 * Reads a page constantly, alternately quiet and while orders of other products are placed.
 * @param products ids of products that the page does not show.
 * @throws Error when an order or a page is refused.
 */
export async function readingWhileOthersOrder(
  store: StoreProcess,
  client: Worker,
  page: string,
  buyers: readonly BenchUser[],
  products: readonly string[],
): Promise<WhileOrdering> {
  const job: HttpJob = {
    port: store.port,
    ms: ROUND_MS,
    requests: Array.from({ length: READERS }, () => [getRequest(page)]),
    status: 200,
  }
  const read = async () => {
    const report = await client.ask<LoadReport>(job)
    if (report.errors > 0) throw new Error(`${page}: ${report.firstError}`)
    return report
  }
  const quiet: LoadReport[] = []
  const busy: LoadReport[] = []
  const orderRates: number[] = []
  await read()
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each goes first as often as second.
    const readings = [readQuiet, readBusy]
    for (const reading of round % 2 === 0 ? readings : readings.toReversed()) await reading()
  }
  const share = (of: (report: LoadReport) => number) => median(busy.map(of)) / median(quiet.map(of))
  return {
    rate: share(({ perSecond }) => perSecond),
    p99: share(({ p99 }) => p99),
    ordersPerSecond: median(orderRates),
  }

  async function readQuiet(): Promise<void> {
    quiet.push(await read())
  }
  async function readBusy(): Promise<void> {
    const startedAt = performance.now()
    const stop = orderConstantly(store, buyers, products)
    busy.push(await read())
    const placed = await stop()
    orderRates.push((placed / (performance.now() - startedAt)) * 1_000)
  }
}

/**
 * Places orders at a steady rate until stopped.
 * @returns a function that stops it and returns how many were placed.
 */
function orderConstantly(
  store: StoreProcess,
  buyers: readonly BenchUser[],
  products: readonly string[],
): () => Promise<number> {
  let isOrdering = true
  let count = 0
  const placed: Promise<void>[] = []
  const startedAt = performance.now()
  const ordering = (async () => {
    while (isOrdering) {
      const dueOrders = Math.floor(((performance.now() - startedAt) / 1_000) * ORDERS_PER_SECOND)
      for (; count < dueOrders; count += 1)
        placed.push(placeOrder(store, buyers[count % buyers.length], products[count % products.length]))
      await delay(5)
    }
  })()
  return async () => {
    isOrdering = false
    await ordering
    await Promise.all(placed)
    return count
  }
}

async function placeOrder(store: StoreProcess, buyer: BenchUser | undefined, productId = ''): Promise<void> {
  const response = await fetch(`${store.url}/order`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${buyer?.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      productId,
      orderQty: 1,
      customerPhone: '(217) 555-0100',
      customerAddress: '1 Main Street',
    }),
  })
  if (response.status !== 201) throw new Error(`Not ordered: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}
