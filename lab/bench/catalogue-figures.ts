import { startStore, type StoreProcess } from '../../tests/support/store-process.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-data.ts'
import { type BenchUser, signInBuyers } from './bench-users.ts'
import { buyersFor, measureCarts } from './cart-figures.ts'
import { readIntoMemory } from './catalogue-store.ts'
import type { Figure } from './figures.ts'
import type { HttpJob } from './http-client.ts'
import type { CatalogueSize } from './insert-catalogue.ts'
import { type LoadReport, median } from './load-report.ts'
import { getRequest, orderRequest } from './rounds.ts'
import { startWorker, type Worker } from './worker.ts'

const CLIENTS = 16
const WARM_UP_MS = 2_000
const ROUND_MS = 8_000
/** The request interval of each visitor who reads the responses, in ms. */
const VISITORS_EVERY_MS = 1_000
const VISITORS_MS = 20_000
/** Different requests of each client in a round, so that no response comes from the cache. */
const REQUESTS = 2_000
/**
 * The offset between the first requests of two rounds: more than are sent, so that none is in the response
 * cache.
 */
const ROUND_OFFSET = 5_000
/** The number of parts and vehicles to request: enough for all rounds. */
const SAMPLE_SIZE = 40_000
/** Rounds of orders alone, and during searches. */
const ORDER_ROUNDS = 8
const ORDER_MS = 2_000

/** The kinds of requests: the bound in ms for 1,000,000 parts, and the path of the `i`-th request. */
type Question = { name: string; atMost: number; path: (facts: Facts, i: number) => string }

type Facts = {
  numbers: string[]
  slugs: string[]
  words: string[]
  vehicles: { make: string; model: string; year: number }[]
  categories: string[]
  vins: string[]
}

const pick = <T>(from: readonly T[], i: number): T => {
  const one = from[i % from.length]
  if (one === undefined) throw new Error('Nothing to ask for')
  return one
}

const QUESTIONS: readonly Question[] = [
  { name: 'part number', atMost: 20, path: ({ numbers }, i) => search({ q: pick(numbers, i) }) },
  // No two searches are equal: the sizes of parts are words of their descriptions.
  {
    name: 'words',
    atMost: 80,
    path: ({ words }, i) =>
      search({ q: i % 3 === 0 ? `${pick(words, i)} ${i % 977}` : pick(words, i), limit: `${1 + (i % 48)}` }),
  },
  {
    name: 'suggestions',
    atMost: 30,
    path: (facts, i) => suggestions({ q: typed(facts, i) }),
  },
  {
    name: 'suggestions for a vehicle',
    atMost: 30,
    path: (facts, i) => suggestions({ q: typed(facts, i), ...vehicleAt(facts, i) }),
  },
  {
    name: 'vehicle × category, with facets',
    atMost: 60,
    path: (facts, i) => search({ ...vehicleAt(facts, i), category: pick(facts.categories, i) }),
  },
  {
    name: 'finder step',
    atMost: 20,
    path: (facts, i) => {
      const { make, model, year } = vehicleAt(facts, i)
      return `/vehicles?${new URLSearchParams({ make, ...(i % 3 > 0 && { year }), ...(i % 3 > 1 && { model }) }).toString()}`
    },
  },
  { name: 'part page', atMost: 20, path: ({ slugs }, i) => `/parts/${pick(slugs, i)}` },
  { name: 'VIN', atMost: 5, path: ({ vins }, i) => `/vehicles/decode?vin=${pick(vins, i)}` },
]

const search = (query: Record<string, string>) => `/catalogue/search?${new URLSearchParams(query).toString()}`
const suggestions = (query: Record<string, string>) =>
  `/catalogue/suggestions?${new URLSearchParams(query).toString()}`

/** The beginning of a part number or of words. */
const typed = ({ words, numbers }: Facts, i: number) =>
  (i % 4 === 0 ? pick(numbers, i) : pick(words, i)).slice(0, 3 + (i % 9))

function vehicleAt({ vehicles }: Facts, i: number) {
  const { make, model, year } = pick(vehicles, i)
  return { make, model, year: String(year) }
}

/** All figures of one catalogue. `required`: whether the bounds apply to this size. */
export async function measureCatalogue(
  dataDir: string,
  { parts, required, say }: CatalogueSize & { required: boolean; say: (line: string) => void },
): Promise<Figure[]> {
  const store = await startStore(dataDir)
  const database = await openBenchDatabase(dataDir)
  const client = startWorker('http-client.ts')
  try {
    const facts = await readFacts(database)
    const figures: Figure[] = []
    for (const question of QUESTIONS) {
      say(`  ${question.name} …`)
      const ask = (ms: number, from: number, everyMs?: number) =>
        client.ask<LoadReport>({
          port: store.port,
          ms,
          ...(everyMs && { everyMs }),
          requests: requestsOf(question, facts, from),
          status: 200,
        } satisfies HttpJob)
      await readIntoMemory(dataDir)
      await ask(WARM_UP_MS, 0)
      const visitors = await ask(VISITORS_MS, ROUND_OFFSET, VISITORS_EVERY_MS)
      const busy = await ask(ROUND_MS, 2 * ROUND_OFFSET)
      const named = (what: string) => `${question.name}${what}, ${parts} parts`
      const p99Of = ({ p50, p99, perSecond, count }: LoadReport) => ({
        value: p99,
        unit: ' ms',
        digits: 1,
        note: `p50 ${p50.toFixed(1)} ms, ${perSecond.toFixed(0)}/s of ${count}`,
      })
      figures.push(
        {
          name: named(`, p99 of ${CLIENTS} who each ask once a second`),
          ...p99Of(visitors),
          ...(required && { atMost: question.atMost }),
        },
        { name: named(`, p99 of ${CLIENTS} without a pause`), ...p99Of(busy) },
        {
          name: named(', errors'),
          value: visitors.errors + busy.errors,
          digits: 0,
          ...(required && { atMost: 0 }),
          note: visitors.firstError ?? busy.firstError ?? '',
        },
      )
    }
    const buyers = await signInBuyers(store.url, database.url, buyersFor(CLIENTS))
    const use = { store, database, client, facts, parts, required, buyers }
    say('  carts …')
    figures.push(...(await measureCarts({ ...use, clients: CLIENTS, vehicles: facts.vehicles })))
    say('  orders during searches …')
    figures.push(await compareOrders({ ...use, buyers: buyers.slice(0, CLIENTS) }))
    return figures
  } finally {
    client.end()
    await database.close()
    await store.stop()
  }
}

/** Requests of each client, starting with the one of this number. */
function requestsOf({ path }: Question, facts: Facts, from: number): string[][] {
  return Array.from({ length: CLIENTS }, (_, client) =>
    Array.from({ length: REQUESTS }, (_each, n) => getRequest(path(facts, from + n * CLIENTS + client))),
  )
}

async function readFacts(database: BenchDatabase): Promise<Facts> {
  const [facts] = await database.query<Facts>(`
    with sample as (select * from products where part_number like 'DX-%' and deleted_at is null order by md5(id::text) limit ${SAMPLE_SIZE})
    select (select array_agg(part_number) from sample) as numbers,
           (select array_agg(slug) from sample) as slugs,
           (select array_agg(distinct split_part(name, ',', 1)) from sample) as words,
           (select json_agg(v) from (select make, model, year from (select distinct make, model, year from vehicles) every order by md5(make || model || year) limit ${SAMPLE_SIZE}) v) as vehicles,
           (select array_agg(distinct category) from sample) as categories,
           array['1HGCM82633A004352', '1FTFW1ET0DFA12345', '2T1BURHE0JC034567', '3FA6P0H75HR123456', '5YJ3E1EA7KF317000', 'WBA8E9G58GNT43210'] as vins`)
  if (!facts) throw new Error('A statement without FROM returns one row')
  return facts
}

/** Orders of 16 buyers alone, and while 16 clients search. */
async function compareOrders(use: {
  store: StoreProcess
  database: BenchDatabase
  client: Worker
  facts: Facts
  parts: number
  required: boolean
  buyers: readonly BenchUser[]
}): Promise<Figure> {
  const { store, database, client, facts, parts, required, buyers } = use
  const searching = startWorker('http-client.ts')
  const products = await database.query<{ id: string }>(
    `select id from products where part_number like 'DX-%' and available > 250 and price_cents between 1000 and 20000 order by md5(id::text) limit 400`,
  )
  const orders = (ms: number) =>
    client.ask<LoadReport>({
      port: store.port,
      ms,
      requests: ordersOf(
        buyers,
        products.map(({ id }) => id),
      ),
      status: 201,
    } satisfies HttpJob)
  const words = QUESTIONS.find(({ name }) => name === 'words')
  if (!words) throw new Error('No searches by words')
  const alone: LoadReport[] = []
  const orderAlone = async () => void alone.push(await orders(ORDER_MS))
  const during: LoadReport[] = []
  const orderDuringSearches = async (from: number) => {
    const job = { port: store.port, ms: ORDER_MS, requests: requestsOf(words, facts, from), status: 200 }
    const [ordered] = await Promise.all([orders(ORDER_MS), searching.ask<LoadReport>(job satisfies HttpJob)])
    during.push(ordered)
  }
  try {
    await orders(WARM_UP_MS)
    for (let round = 0; round < ORDER_ROUNDS; round += 1) {
      // Each goes first as often as second, and rounds are compared one by one: a machine slows down under
      // load.
      const readings = [orderAlone, () => orderDuringSearches((3 + round) * ROUND_OFFSET)]
      for (const reading of round % 2 === 0 ? readings : readings.toReversed()) await reading()
    }
  } finally {
    searching.end()
  }
  const rate = (reports: LoadReport[]) =>
    reports.reduce((sum, { perSecond }) => sum + perSecond, 0) / reports.length
  return {
    name: `orders while ${CLIENTS} clients search, of their rate alone, ${parts} parts`,
    value: median(alone.map(({ perSecond }, round) => (during[round]?.perSecond ?? NaN) / perSecond)),
    ...(required && { atLeast: 0.8 }),
    note: `${rate(alone).toFixed(0)}/s alone, ${rate(during).toFixed(0)}/s during searches; ${[...alone, ...during].reduce((sum, { errors }) => sum + errors, 0)} refused`,
  }
}

function ordersOf(buyers: readonly BenchUser[], products: readonly string[]): string[][] {
  return buyers.map(({ token }, buyer) =>
    products.map((_, i) => orderRequest(token, pick(products, buyer * 13 + i))),
  )
}
