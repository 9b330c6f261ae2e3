import { setTimeout as delay } from 'node:timers/promises'
import { pay } from '../../tests/support/browser-payer.ts'
import type { StoreProcess } from '../../tests/support/store-process.ts'
import type { BenchDatabase } from './bench-data.ts'
import type { BenchUser } from './bench-users.ts'
import type { Figure } from './figures.ts'
import type { HttpJob } from './http-client.ts'
import { type LoadReport, LoadStats } from './load-report.ts'
import { getRequest } from './rounds.ts'
import type { Worker } from './worker.ts'

const VISITORS = 10
/**
 * Quiet, then searching, this many times: noise then affects both, and the slowest percent is a dozen
 * responses.
 */
const ROUNDS = 10
const ROUND_MS = 6_000
/** A customer's pause after each response, in ms. */
const THINK_MS = 25
/** Different searches of each visitor: none is repeated in a round. */
const SEARCHES = 3_000
/** Bound: a multiple of the quiet time. */
const AT_MOST = 3

const STEPS = [
  'POST /order',
  'POST /create-payment-intent',
  'card at the simulator',
  'PATCH /order',
  '/readyz',
] as const
type Step = (typeof STEPS)[number]
type Measured = Record<Step, LoadStats>

const newMeasured = (): Measured =>
  Object.fromEntries(STEPS.map((step) => [step, new LoadStats()])) as Record<Step, LoadStats>

/**
 * Customers order and pay, alternately with and without visitors who search and page through the product list
 * constantly, each time with another query.
 * @param use.client runs `http-client.ts`.
 */
export async function compareUnderSearch(use: {
  store: StoreProcess
  database: BenchDatabase
  client: Worker
  people: BenchUser[]
}): Promise<Figure[]> {
  const { store, database, client, people: users } = use
  const products = await database.query<{ id: string; name: string }>(
    `select id, name from products where deleted_at is null and available > 20 and price_cents > 50 order by md5(id::text) limit 2000`,
  )
  const quiet = newMeasured()
  const searching = newMeasured()
  let searches = 0
  let refused = 0
  let refusal: string | null = null
  await payFor(ROUND_MS / 2, newMeasured())
  for (let round = 0; round < ROUNDS; round += 1) {
    await payFor(ROUND_MS, quiet)
    const [found] = await Promise.all([search(round), payFor(ROUND_MS, searching)])
    searches += found.count
    refused += found.errors
    refusal ??= found.firstError
  }
  const searchNote = `${Math.round(searches / ((ROUNDS * ROUND_MS) / 1_000))} searches/s, ${refused} refused${refusal === null ? '' : ` (${refusal})`}`
  return STEPS.flatMap((step) => {
    const [before, during] = [quiet, searching].map((all) => all[step].report(ROUNDS * ROUND_MS)) as [
      LoadReport,
      LoadReport,
    ]
    const ms = ({ p50, p99, count }: LoadReport) =>
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${count}`
    return [
      {
        name: `${step}, p99 while ${VISITORS} search, of quiet`,
        value: during.p99 / before.p99,
        // The simulator stands in for an external card provider: its own time is not the store's.
        ...(step === 'card at the simulator' ? {} : { atMost: AT_MOST }),
        note: `quiet ${ms(before)}; searching ${ms(during)}; ${searchNote}`,
      },
      {
        name: `${step}, errors`,
        value: before.errors + during.errors,
        atMost: 0,
        digits: 0,
        note: during.firstError ?? before.firstError ?? '',
      },
    ]
  })

  /** Each visitor requests the next page after the last response. */
  function search(round: number): Promise<LoadReport> {
    const requests = Array.from({ length: VISITORS }, (_, visitor) =>
      Array.from({ length: SEARCHES }, (_each, i) =>
        getRequest(searchPath(products, (round * VISITORS + visitor) * SEARCHES + i)),
      ),
    )
    // A page beyond the last, and words that name a vehicle, lead elsewhere.
    const job = { port: store.port, ms: ROUND_MS, requests, status: 200, redirects: true } satisfies HttpJob
    return client.ask<LoadReport>(job)
  }

  /** Everyone orders and pays one product after another; another client polls whether the store is ready. */
  async function payFor(ms: number, measured: Measured): Promise<void> {
    const until = performance.now() + ms
    const asking = async () => {
      while (performance.now() < until) {
        await timed(measured['/readyz'], 200, () => fetch(`${store.url}/readyz`))
        await delay(THINK_MS)
      }
    }
    const paying = users.map(async ({ token }) => {
      while (performance.now() < until) {
        const product = products[Math.floor(Math.random() * products.length)]
        await orderAndPay(store, token, product?.id ?? '', measured)
      }
    })
    await Promise.all([asking(), ...paying])
  }
}

/** Part of a name that few or many products have; every fifth a page of the whole list. */
function searchPath(products: { name: string }[], i: number): string {
  if (i % 5 === 4) return `/parts?sort=${['price', '-price', 'name'][i % 3]}&page=${1 + (i % 4000)}`
  const name = products[(i * 7) % products.length]?.name ?? ''
  const from = i % 11
  return `/parts?q=${encodeURIComponent(name.slice(from, from + 3 + (i % 9)))}&page=${1 + (i % 3)}&visit=${i}`
}

/** One order and its payment, as the pages do it; stops at an unexpected response, which is counted. */
async function orderAndPay(store: StoreProcess, token: string, productId: string, measured: Measured) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const send = async (step: Step, method: string, path: string, body: object, status: number) => {
    const response = await timed(measured[step], status, () =>
      fetch(store.url + path, { method, headers, body: JSON.stringify(body) }),
    )
    await delay(THINK_MS)
    return response as Record<string, string> | null
  }
  const wanted = { productId, orderQty: 1, customerPhone: '+1 555 0100', customerAddress: '1 Bench Street' }
  const placed = await send('POST /order', 'POST', '/order', wanted, 201)
  if (!placed) return
  const orderId = placed['insertedId']
  const shown = (await (await fetch(`${store.url}/payment/${orderId}`, { headers })).json()) as object
  const intent = await send(
    'POST /create-payment-intent',
    'POST',
    '/create-payment-intent',
    { ...shown, orderId },
    201,
  )
  if (!intent) return
  const clientSecret = intent['clientSecret'] ?? ''
  const id = clientSecret.split('_secret_')[0] ?? ''
  const paid = await timed(measured['card at the simulator'], 200, () =>
    pay(`${store.url}/simulator/stripe`, { id, client_secret: clientSecret }, '4242424242424242'),
  )
  await delay(THINK_MS)
  if (paid) await send('PATCH /order', 'PATCH', `/order/${orderId}`, { orderId, transactionId: id }, 200)
}

/**
 * Records the time of a response.
 * @returns its body, or null when it is unexpected.
 */
async function timed(
  tally: LoadStats,
  status: number,
  send: () => Promise<{ status: number; json?: () => Promise<unknown> }>,
): Promise<unknown> {
  const startedAt = performance.now()
  const response = await send()
  const body = await response.json?.()
  if (response.status === status) tally.good(performance.now() - startedAt)
  else tally.bad(`status ${response.status} ${JSON.stringify(body)}`)
  return response.status === status ? (body ?? {}) : null
}
