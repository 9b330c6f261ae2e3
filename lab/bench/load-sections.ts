import type { StoreProcess } from '../../tests/support/store-process.ts'
import type { BenchDatabase } from './bench-data.ts'
import { type BenchUser, issueAccessToken } from './bench-users.ts'
import { compareSizes, compareWithBareCheckouts, compareWithOrders } from './checkouts.ts'
import type { Figure } from './figures.ts'
import { countStaleResponses } from './freshness.ts'
import { readingWhilePaymentsHang } from './hanging-payments.ts'
import { rush } from './last-units.ts'
import { measurePagesDuringSignUps } from './pages-during-sign-ups.ts'
import { readingWhileOthersOrder } from './pages-while-ordering.ts'
import { compareOrdering, compareReading, compareWithBareOrders, type Comparison } from './rounds.ts'
import { startWorker, type Worker } from './worker.ts'

/** Buyers who order at the same moment. */
export const BUYERS = 16
/** Groups of buyers that alternate; one more orders by SQL alone. */
export const GROUPS = 8
/** Groups for many concurrent orders: two groups of the same people. */
const MANY_BUYERS = 64
const LARGE_GROUPS = 2
/** Lines of a usual cart, and of a large one, which fewer people check out at the same time. */
const LINES = 5
const MANY_LINES = 20
const LARGE_CARTS = 4
const RUSHING_BUYERS = 60
const UNITS = 10
/** Payments that wait for an unresponsive provider. */
const HANGING_PAYMENTS = 50
/** Concurrent sign-ups. */
const SIGN_UPS = 40

/** A running store with products and users, and a client that loads it. */
export type Loaded = {
  store: StoreProcess
  database: BenchDatabase
  client: Worker
  people: BenchUser[]
  /** Ids of products. */
  products: string[]
  say: (line: string) => void
}

/** The sections that are measured under load, by their names on the command line. */
export const LOAD_SECTIONS: Record<string, (loaded: Loaded) => Promise<Figure[]>> = {
  reading: measureReading,
  orders: measureOrders,
  checkouts: measureCheckouts,
  'last-units': measureLastUnits,
  freshness: measureFreshness,
  'pages-while-ordering': measurePagesWhileOrdering,
  'sign-ups': measureSignUps,
  'hanging-payments': measureHangingPayments,
}

async function measureReading(loaded: Loaded): Promise<Figure[]> {
  const { people: users, products, say } = loaded
  const bare = startWorker('bare-server.ts')
  try {
    const { port: barePort } = await bare.ask<{ port: number }>()
    const shared = { ...loaded, bare, barePort }
    say('GET /products …')
    const list = await compareReading({ ...shared, paths: ['/products'] })
    say('GET /product/{id} …')
    const paths = products.map((id) => `/product/${id}`)
    const headers = { Authorization: `Bearer ${users[0]?.token}` }
    const product = await compareReading({ ...shared, paths, headers })
    say('GET / …')
    const home = await compareReading({ ...shared, paths: ['/'] })
    return [
      ...comparisonFigures('GET /products', list, { atLeast: 0.45, aim: 0.65 }),
      ...comparisonFigures('GET /product/{id}', product, { atLeast: 0.3, aim: 0.5 }),
      ...comparisonFigures('GET / (HTML)', home, { atLeast: 0.05, aim: 0.3 }),
    ]
  } finally {
    bare.end()
  }
}

async function measureOrders(loaded: Loaded): Promise<Figure[]> {
  const { people: users, say } = loaded
  const group = (i: number, buyers = BUYERS) => users.slice(i * buyers, (i + 1) * buyers)
  const groups = Array.from({ length: GROUPS }, (_, i) => group(i))
  const largeGroups = Array.from({ length: LARGE_GROUPS }, (_, i) => group(i, MANY_BUYERS))
  const sqlClient = startWorker('sql-client.ts')
  const bareOrders = [startWorker('bare-order-server.ts'), startWorker('bare-order-server.ts')] as const
  try {
    say('POST /order …')
    const ordering = { ...loaded, sqlClient, groups, directBuyers: group(GROUPS) }
    const direct = await compareOrdering({ ...ordering, prepared: false })
    const prepared = await compareOrdering({ ...ordering, prepared: true })
    const bare = await compareWithBareOrders({ ...loaded, bareOrders: bareOrders[0], groups })
    const many = await compareWithBareOrders({ ...loaded, bareOrders: bareOrders[1], groups: largeGroups })
    return [
      ...comparisonFigures('POST /order', direct, { atLeast: 0.3 }, 'SQL alone'),
      ...comparisonFigures('POST /order', prepared, {}, 'prepared SQL alone'),
      ...comparisonFigures('POST /order', bare, { atLeast: 0.15 }, 'bare HTTP and one row'),
      ...comparisonFigures(
        `POST /order, ${MANY_BUYERS} buyers`,
        many,
        { atLeast: 0.15 },
        'bare HTTP and one row',
      ),
      {
        name: 'POST /order, SQL statements',
        value: direct.statementsPerCall,
        atMost: 6,
        note: 'token check and cache invalidation included',
      },
    ]
  } finally {
    for (const worker of [sqlClient, ...bareOrders]) worker.end()
  }
}

async function measureCheckouts(loaded: Loaded): Promise<Figure[]> {
  const { people, say } = loaded
  const groups = Array.from({ length: GROUPS }, (_, i) => people.slice(i * BUYERS, (i + 1) * BUYERS))
  const bareOrders = startWorker('bare-order-server.ts')
  try {
    say('POST /checkout …')
    const bare = await compareWithBareCheckouts({ ...loaded, bareOrders }, BUYERS, LINES)
    const orders = await compareWithOrders({ ...loaded, groups }, BUYERS, LINES)
    const sizes = await compareSizes(loaded, LARGE_CARTS, 1, MANY_LINES)
    const name = `POST /checkout, ${LINES} lines`
    return [
      ...comparisonFigures(name, bare, { atLeast: 0.3 }, 'bare HTTP, a header and their rows'),
      {
        name: `${name}: lines per second, of the orders per second of POST /order`,
        value: orders.ratio * LINES,
        atLeast: 3,
        note: `${(orders.store.perSecond * LINES).toFixed(0)} of ${orders.bare.perSecond.toFixed(0)}`,
      },
      { name: `${name}, errors`, value: orders.errors, atMost: 0, digits: 0, note: orders.firstError ?? '' },
      {
        name: `POST /checkout, p50 with ${MANY_LINES} lines, of 1 line`,
        value: sizes.store.p50 / sizes.bare.p50,
        atMost: 4,
        note: `${sizes.store.p50.toFixed(1)} of ${sizes.bare.p50.toFixed(1)} ms, ${LARGE_CARTS} at the same time`,
      },
      {
        name: `POST /checkout, ${MANY_LINES} lines, errors`,
        value: sizes.errors,
        atMost: 0,
        digits: 0,
        note: sizes.firstError ?? '',
      },
    ]
  } finally {
    bareOrders.end()
  }
}

async function measureLastUnits({ store, database, people: users, say }: Loaded): Promise<Figure[]> {
  say(`${RUSHING_BUYERS} buyers, ${UNITS} units …`)
  return [...(await rushFigures('once each', 1)), ...(await rushFigures('pressing twice', 2))]

  async function rushFigures(how: string, presses: number): Promise<Figure[]> {
    const after = await rush(store.url, database, users.slice(0, RUSHING_BUYERS), { units: UNITS, presses })
    const name = `${RUSHING_BUYERS} buyers, ${UNITS} units, ${how}`
    return [
      { name: `${name}: orders`, value: after.orders, atLeast: UNITS, atMost: UNITS, digits: 0 },
      { name: `${name}: stock left`, value: after.stock, atLeast: 0, atMost: 0, digits: 0 },
      { name: `${name}: 5xx responses`, value: after.serverErrors, atMost: 0, digits: 0 },
    ]
  }
}

async function measureFreshness({ store, client, say }: Loaded): Promise<Figure[]> {
  say('Changes while others read …')
  const admin = await issueAccessToken(store.url, 'admin@demo.test', 'demo1234')
  const { reads, stale } = await countStaleResponses(store, client, admin)
  return [{ name: 'stale after a change', value: stale, atMost: 0, digits: 0, note: `of ${reads} responses` }]
}

async function measurePagesWhileOrdering({
  store,
  client,
  people,
  products,
  say,
}: Loaded): Promise<Figure[]> {
  const figures: Figure[] = []
  // The newest are shown on both pages.
  const others = products.slice(-BUYERS)
  for (const page of ['/', '/parts']) {
    say(`GET ${page} while others order …`)
    const { rate, p99, ordersPerSecond } = await readingWhileOthersOrder(store, client, page, people, others)
    const note = `of its own when quiet, while ${ordersPerSecond.toFixed(0)} orders/s of other products are placed`
    figures.push(
      { name: `GET ${page} while others order, rate`, value: rate, atLeast: 0.5, note },
      { name: `GET ${page} while others order, p99`, value: p99, atMost: 5, note },
    )
  }
  return figures
}

async function measureSignUps({ store, client, say }: Loaded): Promise<Figure[]> {
  say('GET /parts while people sign up …')
  const value = await measurePagesDuringSignUps(store, client, SIGN_UPS)
  return [
    {
      name: `GET /parts, p50 while ${SIGN_UPS} people sign up`,
      value,
      atMost: 2,
      note: 'a search, of its p50 otherwise; medians of alternating rounds',
    },
  ]
}

async function measureHangingPayments({
  store,
  client,
  people: users,
  products,
  say,
}: Loaded): Promise<Figure[]> {
  say('GET /products while payments hang …')
  const value = await readingWhilePaymentsHang(store, client, users.slice(0, HANGING_PAYMENTS), products)
  return [
    {
      name: `GET /products, p99 while ${HANGING_PAYMENTS} payments hang`,
      value,
      atMost: 1.2,
      note: 'of its p99 otherwise; medians of alternating rounds',
    },
  ]
}

function comparisonFigures(
  name: string,
  found: Comparison,
  bounds: { atLeast?: number; aim?: number },
  bareName = 'bare node:http',
): Figure[] {
  const rate = (perSecond: number) => `${Math.round(perSecond)}/s`
  const costs = ({ processorUsPerCall: { client, server, postgres } }: Comparison['bare']) =>
    `(client ${client.toFixed(0)}, server ${server.toFixed(0)}, PostgreSQL ${postgres.toFixed(0)})`
  return [
    {
      name: `${name}, of ${bareName}`,
      value: found.ratio,
      ...bounds,
      note:
        `${rate(found.store.perSecond)} of ${rate(found.bare.perSecond)}; p50 ${found.store.p50.toFixed(2)} ms, ` +
        `p99 ${found.store.p99.toFixed(2)} ms; ${found.statementsPerCall.toFixed(2)} SQL statements per call; ` +
        `processor µs per call ${costs(found.store)} of ${costs(found.bare)}`,
    },
    {
      name: `${name}, errors`,
      value: found.errors,
      atMost: 0,
      digits: 0,
      ...(found.firstError ? { note: found.firstError } : {}),
    },
  ]
}
