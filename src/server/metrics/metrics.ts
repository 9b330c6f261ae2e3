// Long because one table names every metric of the store.

import type { Metric, MetricValue } from 'prom-client'
import type { ConnectionPools } from '#db/connection-pools.ts'
import type { Shop } from '#domain/shop.ts'
import type { QueuedHashing } from '#integrations/identity/password-hashing.ts'
import type { Counter } from '#observe/counter.ts'
import type { ShopServices } from '../create-shop.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import type { DatabaseStats, DatabaseStatsReader } from './database-stats.ts'
import type { JobCounts } from './job-counts.ts'
import type { RequestCounts } from './request-counts.ts'

/** Sources of the metrics: plain numbers of the running store. Nothing is counted for /metrics alone. */
export type MetricSources = {
  build: { version: string; commit: string }
  shop: Shop
  services: Pick<ShopServices, 'cache' | 'mailDelivery' | 'replica' | 'hearsChanges'>
  pools: ConnectionPools
  hashing: QueuedHashing
  responseCache: ResponseCache
  requests: RequestCounts
  refusals: Counter
  failures: Counter
  jobs: JobCounts
  isReady: () => boolean
  database: DatabaseStatsReader
}

type Labels = Record<string, string | number>
type Sample = readonly [labels: Labels, value: number]
/**
 * A metric: its help, and its samples at the time of the call. `stats` is null while the database does not
 * respond.
 */
type Definition = {
  help: string
  samples: (from: MetricSources, stats: DatabaseStats | null) => readonly Sample[]
}

const sampleOf = (value: number): readonly Sample[] => [[{}, value]]
const byName = (label: string, counts: Counter): Sample[] =>
  [...counts.entries()].map(([name, value]) => [{ [label]: name }, value])
/** Without the database there is no sample: a stale number would hide the outage. */
const sampleIfKnown = (value: number | undefined) => (value === undefined ? [] : sampleOf(value))
/** Two labels whose values are separated by the last space, as refusals and responses are counted. */
const byTwoNames = (labels: readonly [string, string], counts: Counter): Sample[] =>
  [...counts.entries()].map(([name, value]) => {
    const at = name.includes(' ') ? name.lastIndexOf(' ') : name.length
    return [{ [labels[0]]: name.slice(0, at), [labels[1]]: name.slice(at + 1) }, value]
  })

/**
 * The store's own metrics, besides the histogram and Node's: a counter if the name ends with `_total`, else a
 * gauge. Label values come from the code only, and no label is called `job` or `instance`, which are
 * Prometheus's own.
 */
const DEFINITIONS: Record<string, Definition> = {
  driveline_build_info: {
    help: 'Always 1; the labels say which version runs',
    samples: ({ build }) => [[{ ...build, node: process.version }, 1]],
  },
  driveline_ready: {
    help: '1 while the process accepts requests, 0 while it starts or drains',
    samples: ({ isReady }) => sampleOf(Number(isReady())),
  },
  driveline_http_requests_total: {
    help: 'Requests by call or page and status; route "cached" was sent from the response cache',
    samples: ({ requests, responseCache }) => [
      [{ route: 'cached', status: 200 }, responseCache.stats().hits],
      ...byTwoNames(['route', 'status'], requests.statuses),
    ],
  },
  driveline_refusals_total: {
    help: 'Refused calls of the API by the code of the refusal',
    samples: ({ refusals }) => byTwoNames(['call', 'code'], refusals),
  },
  driveline_failures_total: {
    help: 'Requests that failed with an exception, by kind: database, picture folder, or a bug',
    samples: ({ failures }) => byName('kind', failures),
  },
  driveline_limits_hit_total: {
    help: 'Refusals by a rate limit, by its row in config/limits.ts',
    samples: ({ shop }) => byName('limit', shop.limits.hits),
  },
  driveline_response_cache_requests_total: {
    help: 'GET requests by result: hit (sent from the cache), shared (with a request in flight), miss (served by the application)',
    samples: ({ responseCache }) => {
      const { hits, shared, misses } = responseCache.stats()
      return [
        [{ result: 'hit' }, hits],
        [{ result: 'shared' }, shared],
        [{ result: 'miss' }, misses],
      ]
    },
  },
  driveline_response_cache_bytes: {
    help: 'Memory of the cached responses in bytes',
    samples: ({ services }) => sampleOf(services.cache.bytes()),
  },
  driveline_changes_received: {
    help: '0 while changes of other processes are not received, so that they show only when responses expire',
    samples: ({ services }) => sampleOf(Number(services.hearsChanges())),
  },
  driveline_database_connections: {
    help: 'Open connections by pool, in use or idle',
    samples: ({ pools }) => pools.usage().flatMap(({ pool, ...usage }) => byState({ pool }, usage)),
  },
  driveline_database_connections_max: {
    help: 'Connections that a pool may have',
    samples: ({ pools }) => pools.usage().map(({ pool, max }) => [{ pool }, max]),
  },
  driveline_database_waiting: {
    help: 'Requests that wait for a connection, by pool',
    samples: ({ pools }) => pools.usage().map(({ pool, waiting }) => [{ pool }, waiting]),
  },
  driveline_database_statements_total: {
    help: 'SQL statements sent',
    samples: ({ pools }) => sampleOf(pools.statements()),
  },
  driveline_browsing_statements_total: {
    help: 'With a replica: SQL statements for browsing and searching, by server, and the reason if it was the primary',
    samples: ({ services }) =>
      services.replica ? byTwoNames(['server', 'reason'], services.replica.servers) : [],
  },
  driveline_replica_connections: {
    help: 'With a replica: open connections to it, in use or idle',
    samples: ({ services }) => (services.replica ? byState({}, services.replica.usage()) : []),
  },
  driveline_bulkhead_waiting: {
    help: 'Waiting work, by bulkhead',
    samples: ({ shop }) => bulkheads(shop, 'waiting'),
  },
  driveline_bulkhead_refused_total: {
    help: 'Work that a bulkhead refused because the queue was full or the wait too long',
    samples: ({ shop }) => bulkheads(shop, 'refused'),
  },
  driveline_password_hashes_waiting: {
    help: 'Passwords that wait to be hashed or checked; 40 at most',
    samples: ({ hashing }) => sampleOf(hashing.stats().waiting),
  },
  driveline_orders_total: {
    help: 'Orders placed, or refused by the code of the refusal',
    samples: ({ shop }) => byName('outcome', shop.counters.orders),
  },
  driveline_payments_total: {
    help: 'Charges and card payments by outcome',
    samples: ({ shop }) => byName('outcome', shop.counters.payments),
  },
  driveline_provider_calls_total: {
    help: 'Calls to the card provider by outcome',
    samples: ({ shop }) => byName('outcome', shop.payments.stats().calls),
  },
  driveline_provider_circuit_open: {
    help: '1 while calls to the card provider fail fast, because several failed in a row',
    samples: ({ shop }) => sampleOf(Number(shop.payments.stats().circuitOpen)),
  },
  driveline_mail_attempts_total: {
    help: 'Attempts to deliver an email',
    samples: ({ services }) => byName('outcome', services.mailDelivery.attempts),
  },
  driveline_job_runs_total: {
    help: 'Runs of background jobs in this process',
    samples: ({ jobs }) =>
      [...jobs.jobs()].flatMap(([task, { succeeded, failed }]): Sample[] => [
        [{ task, outcome: 'succeeded' }, succeeded],
        [{ task, outcome: 'failed' }, failed],
      ]),
  },
  driveline_job_last_success_timestamp_seconds: {
    help: 'When a background job last succeeded in this process',
    samples: ({ jobs }) =>
      [...jobs.jobs()].flatMap(([task, { lastSuccess }]): Sample[] =>
        lastSuccess === null ? [] : [[{ task }, lastSuccess / 1_000]],
      ),
  },
  driveline_job_duration_seconds: {
    help: 'How long the last run of a background job took',
    samples: ({ jobs }) => [...jobs.jobs()].map(([task, { lastSeconds }]) => [{ task }, lastSeconds]),
  },
  driveline_database_up: {
    help: '1 if the queries for the following metrics succeeded in time',
    samples: (_, stats) => sampleOf(Number(stats !== null)),
  },
  driveline_payments_open: {
    help: 'Attempts to charge an order that have not ended; the same in every process',
    samples: (_, stats) => sampleIfKnown(stats?.openPayments),
  },
  driveline_refunds_due: {
    help: 'Charges that could not pay their order and are not refunded yet; the same in every process',
    samples: (_, stats) => sampleIfKnown(stats?.refundsDue),
  },
  driveline_mails_waiting: {
    help: 'Emails in the queue; the same in every process',
    samples: (_, stats) => sampleIfKnown(stats?.mails?.waiting),
  },
  driveline_mails_failed: {
    help: 'Emails that were given up on and not deleted yet; the same in every process',
    samples: (_, stats) => sampleIfKnown(stats?.mails?.failed),
  },
  driveline_imports_running: {
    help: 'Imports that are being checked, applied or undone; the same in every process',
    samples: (_, stats) => sampleIfKnown(stats?.imports),
  },
  driveline_products_out_of_stock: {
    help: 'Parts on sale that are out of stock; the same in every process',
    samples: (_, stats) => sampleIfKnown(stats?.stock?.outOfStock),
  },
  driveline_products_below_minimum: {
    help: 'Parts on sale with less stock than the minimum order; the same in every process',
    samples: (_, stats) => sampleIfKnown(stats?.stock?.belowMinimum),
  },
}

function byState(labels: Labels, usage: { open: number; idle: number }): Sample[] {
  return [
    [{ ...labels, state: 'used' }, usage.open - usage.idle],
    [{ ...labels, state: 'idle' }, usage.idle],
  ]
}

function bulkheads(shop: Shop, what: 'waiting' | 'refused'): Sample[] {
  return [
    [{ bulkhead: 'searches' }, shop.searchBulkhead.stats()[what]],
    [{ bulkhead: 'changes' }, shop.changeBulkhead.stats()[what]],
    [{ bulkhead: 'orders' }, shop.orderBulkhead.stats()[what]],
    [{ bulkhead: 'checkouts' }, shop.checkoutBulkhead.stats()[what]],
  ]
}

/** Upper bounds in seconds: pages take milliseconds, and the longest waits end after 8 s. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Collects and writes all metrics in Prometheus’ text format. */
export type Metrics = { contentType: string; collect(): Promise<string> }

/** Loads prom-client, which a store that exports no metrics does not need. Requests are timed from now on. */
export async function createMetrics(sources: MetricSources): Promise<Metrics> {
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  let stats: Promise<DatabaseStats | null> = Promise.resolve(null)
  /** The registry only calls `get`, although its type requires the library's own classes. */
  function register(name: string, help: string, type: string, read: () => Promise<MetricValue<string>[]>) {
    const get = async () => ({ name, help, type, values: await read() })
    registry.registerMetric({ name, get } as unknown as Metric)
  }
  for (const [name, { help, samples }] of Object.entries(DEFINITIONS))
    register(name, help, name.endsWith('_total') ? 'counter' : 'gauge', async () =>
      samples(sources, await stats).map(([labels, value]) => ({ labels, value })),
    )
  const duration = new Histogram({
    name: 'driveline_http_request_duration_seconds',
    help: 'Time to a response by call or page, excluding responses from the cache',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [registry],
  })
  sources.requests.observe = (route, seconds) => duration.observe({ route }, seconds)
  return {
    contentType: registry.contentType,
    async collect() {
      stats = sources.database.read()
      await stats
      return registry.metrics()
    },
  }
}
