import path from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'

// Workers, and the programs that tests start, load compiled code: many take longer to load than to run.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, 'node_modules/.cache/tests')

/** Races, crashes, faults, models and attacks: each needs seconds. */
const RESILIENCE = ['tests/resilience/**/*.test.ts', 'lab/chaos/run-chaos.test.ts']

/**
 * Commands, the first start, encoders of pictures, and what talks to servers of providers: they start programs, read whole files or wait for
 * retries, and take as long as all the others together. `npm run test:full` runs them.
 */
const PROGRAMS = [
  'src/ops/**/*.test.ts',
  'src/integrations/identity/{google-hostile-responses,google-sign-in}.test.ts',
  'src/integrations/identity/hosted/**/*.test.ts',
  'src/integrations/mail/**/*.test.ts',
  'src/integrations/payments/stripe.test.ts',
  'src/server/seed/**/*.test.ts',
  'src/integrations/images/**/*.test.ts',
  'src/api/product-pictures.test.ts',
  'src/api/receive-picture.test.ts',
  'src/api/picture-urls.test.ts',
  'src/api/imports.test.ts',
  'src/domain/imports/**/*.test.ts',
  'src/demo/card-simulator/**/*.test.ts',
  'src/integrations/vin/**/*.test.ts',
  'src/api/decode-vin.test.ts',
  'src/db/lease.test.ts',
  'src/server/readiness.test.ts',
  'src/server/metrics/deployed-files.test.ts',
  'tests/runtime-dependencies.test.ts',
]

/** They wait for services that hang, for a storage server of their own, or read Stripe's whole API: only `npm run test:full` runs them. */
const HANGING = [
  'src/integrations/payments/stripe-contract.test.ts',
  'src/ops/doctor.test.ts',
  'src/ops/move-pictures.test.ts',
  'src/integrations/images/s3.test.ts',
  'src/server/start-tracing.test.ts',
]

/**
 * Hostile names in every field, every address of a machine, limits that take hundreds of requests, updates from the version before, the whole
 * demo: only `npm run test:full` runs them, too.
 */
const EXHAUSTIVE = [
  'src/api/inherited-names.test.ts',
  'src/api/search-limits.test.ts',
  'src/db/take-over.test.ts',
  'src/demo/data/seed-demo.test.ts',
  'src/server/listen.test.ts',
]

/** Those that guard orders, money and stock best for their time. `npm test` runs them; `npm run test:full` also runs the rest. */
const CORE = [
  'faults-provider-responses',
  'orders-together',
  'races-checkouts',
  'races-invoices',
  'races-keys',
  'races-limits',
  'races-orders',
  'raw-requests',
].map((name) => `tests/resilience/${name}.test.ts`)

/**
 * What `npm run test:postgresql` runs on the oldest PostgreSQL that stores may have (15): migrations of empty and of filled databases, rules
 * that the database enforces, orders, payments, lists, search with its plans, seed, verify, backup and restore.
 */
const OLDEST_POSTGRESQL = [
  'src/api/{lists,order-numbers,orders,payments,product-slugs}.test.ts',
  'src/db/{prepared-statement,schema}.test.ts',
  'src/domain/orders/store-order.test.ts',
  'src/domain/search/{search-products,search-queries}.test.ts',
  'src/ops/verify.test.ts',
  'tests/resilience/{backup,cached-plans,races-orders,restored-payments,seed}.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['tests/support/database-server.ts'],
    // Limits for what hangs. They leave room for a machine that is several times slower than usual; a test that passes never waits for them.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // One more than a small machine has processors: many tests wait for timers and other processes.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'tools/**/*.test.ts', 'lab/**/*.test.ts'],
          exclude: [...RESILIENCE, ...PROGRAMS, ...HANGING, ...EXHAUSTIVE, '**/node_modules/**'],
          // Their sign-ins share the hashes of their few passwords (tests/support/cached-hashing.ts).
          provide: { cachedHashing: true },
          // Files share their modules, which take longer to load than most tests to run. Each still has a database of its own.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'programs', include: PROGRAMS, exclude: HANGING, isolate: false },
      },
      {
        extends: true,
        test: { name: 'oldest-postgresql', include: OLDEST_POSTGRESQL },
      },
      { extends: true, test: { name: 'core', include: CORE } },
      {
        extends: true,
        test: { name: 'rest', include: [...RESILIENCE, ...HANGING, ...EXHAUSTIVE], exclude: CORE },
      },
    ],
  },
})
