import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INVARIANTS, SIMULATOR_INVARIANTS } from '#db/invariants.ts'
import { insertLargeStore } from '../../tests/support/insert-large-store.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { readsOf } from '../../tests/support/query-plan.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { checkRules } from './verify.ts'

const RULES = [...INVARIANTS, ...SIMULATOR_INVARIANTS]
/** A rule may scan a table in two ways, and once more in the other half of a union. */
const TIMES = 4

let store: TestStore
let client: pg.Client

beforeAll(async () => {
  store = await openTestStore()
  await stockProduct(store)
  client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  await insertLargeStore(client, { products: 500, people: 100, orders: 2500, reviews: 100 })
  await client.query(`select set_config('driveline.image_host', '', false)`)
}, 60_000)
afterAll(async () => {
  await client.end()
  await store.close()
})

test('the generated shop of the benchmark satisfies every rule', async () => {
  const findings = await checkRules(client, RULES)
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
})

test.for(RULES.map((rule) => [`${rule.name}: ${rule.sentence}`, rule] as const))(
  'no rule reads a table again for each row: %s',
  async ([, rule]) => {
    const sizes = await client.query<{ name: string; rows: number }>(
      `select relname as name, reltuples::int as rows from pg_class where relkind = 'r' and reltuples >= 500`,
    )
    expect(sizes.rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'products',
        'orders',
        'stock_movements',
        'audit_entries',
        'payments',
        'charges',
      ]),
    )
    const reads = await readsOf(client, rule.breaches)
    for (const { name, rows } of sizes.rows) {
      const read = reads.filter(({ table }) => table === name).reduce((sum, each) => sum + each.rows, 0)
      expect(read, `rows of ${name}, which has ${rows}`).toBeLessThanOrEqual(TIMES * rows)
    }
  },
)
