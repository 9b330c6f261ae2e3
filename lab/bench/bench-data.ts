import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'

/** The benchmark's own access to the store's database. */
export type BenchDatabase = {
  /** Its URL, as the store uses it. */
  url: string
  /** Process id of the PostgreSQL server. */
  pid: number
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Resets the counts. */
  countStatements(): Promise<void>
  /** Statements that the store sent since `countStatements`, BEGIN and COMMIT included. */
  statements(): Promise<number>
  close(): Promise<void>
}

/**
 * Connects to the database of a data folder, and starts it where no store runs. `countStatements` counts only
 * if this starts it.
 * @param dataDir the benchmark's own data folder.
 */
export async function openBenchDatabase(dataDir: string): Promise<BenchDatabase> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    libraries: ['pg_stat_statements'],
  })
  const admin = new pg.Client(postgres.adminUrl)
  await admin.connect()
  const store = new pg.Client(postgres.url)
  await store.connect()
  return {
    url: postgres.url,
    pid: postgres.pid,
    query: async (text, values) => (await store.query(text, values)).rows,
    async countStatements() {
      await admin.query('create extension if not exists pg_stat_statements')
      await admin.query('select pg_stat_statements_reset()')
    },
    async statements() {
      const counted = await admin.query<{ calls: number }>(
        `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where userid = 'driveline'::regrole`,
      )
      return counted.rows[0]?.calls ?? 0
    },
    async close() {
      await store.end()
      await admin.end()
      await postgres.stop()
    },
  }
}

/**
 * Inserts `count` products with their stock in the ledger, older than the demo's: pages show the newest
 * first.
 */
export async function insertProducts(database: BenchDatabase, count: number): Promise<void> {
  await database.query(
    `with model as (select picture, about from products limit 1), added as (
       insert into products (picture, name, about, brand, category, part_number, price_cents, available, min_order, created_at)
       select picture, 'Bench part ' || i, about, 'Bench', 'Bench', 'BN-' || i, 1000 + i % 5000, 900000, 1,
              now() - interval '1 year' - i * interval '1 minute'
       from model, generate_series(1, $1::int) as i
       returning id, available)
     insert into stock_movements (product_id, kind, quantity) select id, 'received', available from added`,
    [count],
  )
  await database.query('analyze')
}

/**
 * Inserts a product with exactly that many units.
 * @returns its id.
 */
export async function insertScarceProduct(database: BenchDatabase, units: number): Promise<string> {
  const id = randomUUID()
  await database.query(
    `with added as (
       insert into products (id, picture, name, about, price_cents, available, min_order, created_at)
       select $1::uuid, picture, 'The last units', about, 1000, $2::int, 1, now() - interval '2 years' from products limit 1
       returning id, available)
     insert into stock_movements (product_id, kind, quantity) select id, 'received', available from added`,
    [id, units],
  )
  return id
}
