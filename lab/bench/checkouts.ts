import type { StoreProcess } from '../../tests/support/store-process.ts'
import type { BareOrderJob } from './bare-order-server.ts'
import type { BenchDatabase } from './bench-data.ts'
import type { BenchUser } from './bench-users.ts'
import {
  bareCheckoutRequest,
  type CartQuote,
  checkoutRequest,
  fillCarts,
  quoteParts,
  UNTIL_ALL_ARE_SENT_MS,
} from './carts.ts'
import type { HttpJob } from './http-client.ts'
import type { LoadReport } from './load-report.ts'
import {
  type Comparison,
  deleteOrders,
  interleave,
  orderingSide,
  type Side,
  STORE_CONNECTIONS,
} from './rounds.ts'
import type { Worker } from './worker.ts'

/** Everything that comparisons of checkouts use. */
export type CheckoutUse = {
  store: StoreProcess
  database: BenchDatabase
  client: Worker
  /** Each checks out once a round. */
  people: BenchUser[]
  products: string[]
}

/** A round ends when everyone has checked out, and so does the warm-up. */
const WARM_UP_ROUNDS = 4

/**
 * Compares checkouts with a bare HTTP server that stores a header and a row per line in one transaction, over
 * as many connections to the same PostgreSQL.
 * @param buyers how many check out at the same time, each other parts.
 */
export async function compareWithBareCheckouts(
  use: CheckoutUse & { bareOrders: Worker },
  buyers: number,
  lines: number,
): Promise<Comparison> {
  const { client, bareOrders, database, people } = use
  const { port } = await bareOrders.ask<{ port: number }>({
    url: database.url,
    connections: STORE_CONNECTIONS,
  } satisfies BareOrderJob)
  const requests = partsOf(use, buyers, lines).map((parts) => [bareCheckoutRequest(first(people), parts)])
  const bare: Side = {
    run: (ms) => client.ask<LoadReport>({ port, ms, requests, status: 201 } satisfies HttpJob),
    processes: { client: client.pid, server: bareOrders.pid, postgres: database.pid },
  }
  return interleave(database, bare, await checkingOutSide(use, buyers, lines))
}

/** Compares checkouts with POST /order by as many people. */
export async function compareWithOrders(
  use: CheckoutUse & { groups: BenchUser[][] },
  buyers: number,
  lines: number,
): Promise<Comparison> {
  return interleave(use.database, orderingSide(use, use.store), await checkingOutSide(use, buyers, lines))
}

/** Compares checkouts of `more` lines with those of `few`. */
export async function compareSizes(
  use: CheckoutUse,
  buyers: number,
  few: number,
  more: number,
): Promise<Comparison> {
  return interleave(
    use.database,
    await checkingOutSide(use, buyers, few),
    await checkingOutSide(use, buyers, more),
  )
}

/** Everyone checks a cart out once, `buyers` at the same time. */
async function checkingOutSide(use: CheckoutUse, buyers: number, lines: number): Promise<Side> {
  const { store, database, client, people, products } = use
  const carts = await Promise.all(
    partsOf(use, buyers, lines).map(async (parts, i) => ({
      parts,
      quote: await quoteParts(store.url, parts),
      people: people.filter((_, person) => person % buyers === i),
    })),
  )
  let requests: string[][] = []
  const side: Side = {
    async prepare() {
      await deleteOrders(database, products)
      requests = []
      for (const cart of carts) requests.push(await requestsOf(database, cart))
    },
    run: () =>
      client.ask<LoadReport>({
        port: store.port,
        ms: UNTIL_ALL_ARE_SENT_MS,
        requests,
        once: true,
        status: 201,
      } satisfies HttpJob),
    processes: { client: client.pid, server: store.pid, postgres: database.pid },
  }
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await side.prepare?.()
    await side.run(0)
  }
  return side
}

async function requestsOf(
  database: BenchDatabase,
  { parts, quote, people }: { parts: string[]; quote: CartQuote; people: BenchUser[] },
): Promise<string[]> {
  const revisions = await fillCarts(
    database,
    people.map((buyer) => ({ buyer, products: parts })),
  )
  return people.map((buyer, i) => checkoutRequest(buyer, revisions[i] ?? 0, quote))
}

/** The parts of each connection. */
function partsOf({ products }: CheckoutUse, buyers: number, lines: number): string[][] {
  if (products.length < buyers * lines) throw new Error('Too few parts')
  return Array.from({ length: buyers }, (_, i) => products.slice(i * lines, (i + 1) * lines))
}

function first<T>(list: readonly T[]): T {
  const [one] = list
  if (one === undefined) throw new Error('Nobody checks out')
  return one
}
