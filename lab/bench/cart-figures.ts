import type { StoreProcess } from '../../tests/support/store-process.ts'
import type { BenchDatabase } from './bench-data.ts'
import type { BenchUser } from './bench-users.ts'
import {
  type CartQuote,
  checkoutRequest,
  fillCarts,
  quoteParts,
  quoteRequest,
  UNTIL_ALL_ARE_SENT_MS,
  type WantedCart,
} from './carts.ts'
import type { Figure } from './figures.ts'
import type { HttpJob } from './http-client.ts'
import type { LoadReport } from './load-report.ts'
import { getRequest } from './rounds.ts'
import type { Worker } from './worker.ts'

/** A usual cart, for the cars of a household. */
const LINES = 10
const CARS = 2
/** The request interval of each client, in ms. */
const EVERY_MS = 1_000
/** Each client has as many carts. */
const CARTS = 20

type Use = {
  store: StoreProcess
  database: BenchDatabase
  client: Worker
  /** CARTS times as many as clients. */
  buyers: readonly BenchUser[]
  clients: number
  vehicles: readonly { make: string; model: string; year: number }[]
  parts: number
  /** Whether the bounds apply. */
  required: boolean
}

/** The p99 of showing, quoting and checking out carts of other parts, by as many clients as given. */
export async function measureCarts(use: Use): Promise<Figure[]> {
  const { store, database, client, buyers, clients, parts, required } = use
  const carts = await cartsOf(use)
  const quotes = await quoteAll(store.url, carts)
  let revisions = await fillCarts(database, carts)
  const ask = (requestOf: (buyer: BenchUser, i: number) => string, status: number, everyMs?: number) => {
    const requests = buyers.map(requestOf)
    return client.ask<LoadReport>({
      port: store.port,
      ms: UNTIL_ALL_ARE_SENT_MS,
      ...(everyMs && { everyMs }),
      requests: Array.from({ length: clients }, (_, i) => requests.filter((_each, n) => n % clients === i)),
      once: true,
      status,
    } satisfies HttpJob)
  }
  const kinds = [
    {
      name: 'GET /cart',
      atMost: 60,
      status: 200,
      request: ({ token }: BenchUser) => getRequest('/cart', { Authorization: `Bearer ${token}` }),
    },
    { name: 'POST /cart/quote', atMost: 80, status: 200, request: quoteRequest },
    {
      name: 'POST /checkout',
      atMost: 150,
      status: 201,
      request: (buyer: BenchUser, i: number) => checkoutRequest(buyer, revisions[i] ?? 0, quoteAt(quotes, i)),
    },
  ]
  const figures: Figure[] = []
  for (const { name, atMost, status, request } of kinds) {
    // The first round warms up.
    await ask(request, status)
    revisions = await fillCarts(database, carts)
    const visitors = await ask(request, status, EVERY_MS)
    revisions = await fillCarts(database, carts)
    const busy = await ask(request, status)
    revisions = await fillCarts(database, carts)
    const p99Of = ({ p50, p99, perSecond, count }: LoadReport) => ({
      value: p99,
      unit: ' ms',
      digits: 1,
      note: `p50 ${p50.toFixed(1)} ms, ${perSecond.toFixed(0)}/s of ${count}`,
    })
    const named = (what: string) => `${name} of ${LINES} lines, ${CARS} cars${what}, ${parts} parts`
    figures.push(
      {
        name: named(`, p99 of ${clients} who each ask once a second`),
        ...p99Of(visitors),
        ...(required && { atMost }),
      },
      { name: named(`, p99 of ${clients} without a pause`), ...p99Of(busy) },
      {
        name: named(', errors'),
        value: visitors.errors + busy.errors,
        digits: 0,
        ...(required && { atMost: 0 }),
        note: visitors.firstError ?? busy.firstError ?? '',
      },
    )
  }
  return figures
}

/** How many buyers are needed for so many clients. */
export function buyersFor(clients: number): number {
  return clients * CARTS
}

/** Each buyer has parts and cars of their own. */
async function cartsOf({ database, buyers, vehicles }: Use): Promise<WantedCart[]> {
  const products = await database.query<{ id: string }>(
    `select id from products where part_number like 'DX-%' and deleted_at is null and available > 50
     order by md5(id::text) limit ${buyers.length * LINES}`,
  )
  const ids = products.map(({ id }) => id)
  return buyers.map((buyer, i) => ({
    buyer,
    // A small catalogue has fewer parts than all carts have lines.
    products: Array.from({ length: LINES }, (_, n) => ids[(i * LINES + n) % ids.length] ?? ''),
    cars: Array.from({ length: CARS }, (_, n) => vehicles[(i * CARS + n) % vehicles.length]).flatMap(
      (car) => car ?? [],
    ),
  }))
}

async function quoteAll(url: string, carts: readonly WantedCart[]): Promise<CartQuote[]> {
  const quotes: CartQuote[] = []
  for (const { products } of carts) quotes.push(await quoteParts(url, products))
  return quotes
}

function quoteAt(quotes: readonly CartQuote[], i: number): CartQuote {
  const quote = quotes[i]
  if (!quote) throw new Error('A cart without a quote')
  return quote
}
