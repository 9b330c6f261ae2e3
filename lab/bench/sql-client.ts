import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { LoadStats } from './load-report.ts'

// A separate process: the fastest the database can store an order. Each client sends one statement that takes
// stock and stores an order in the store's own tables, and waits until it is durable; no ledger, audit, token
// or limits.

/** Client i orders `products[i]` for `accounts[i]`, again and again, until `ms` have passed. */
export type SqlJob = {
  url: string
  ms: number
  products: string[]
  accounts: string[]
  /** Whether PostgreSQL plans the statement once per client, or each time. */
  prepared: boolean
}

const ORDER = `
  with taken as (
    update products set available = available - $2::int where id = $1 and deleted_at is null and available >= $2::int
    returning id, picture, name, price_cents
  )
  insert into orders (id, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents,
                      customer_name, customer_email, customer_phone, customer_address, hold_expires_at)
  select $3::uuid, id, $4, picture, name, price_cents, $2::int, price_cents * $2::int,
         'A Buyer', 'buyer@bench.test', '+1 555 0100', '1 Bench Street', now() + interval '1 day'
  from taken returning id`

process.on('message', async (job: SqlJob) => {
  const clients = await Promise.all(
    job.products.map(async () => {
      const client = new pg.Client(job.url)
      await client.connect()
      return client
    }),
  )
  const tally = new LoadStats()
  const startedAt = performance.now()
  await Promise.all(
    clients.map(async (client, i) => {
      while (performance.now() < startedAt + job.ms) {
        const sentAt = performance.now()
        const values = [job.products[i], 1, randomUUID(), job.accounts[i]]
        const result = await client
          .query({ ...(job.prepared ? { name: 'order' } : {}), text: ORDER, values })
          .catch((error: unknown) => error)
        if (result instanceof pg.Result && result.rowCount === 1) tally.good(performance.now() - sentAt)
        else tally.bad(result instanceof Error ? result.message : 'nothing stored')
      }
    }),
  )
  const report = tally.report(performance.now() - startedAt)
  await Promise.all(clients.map((client) => client.end()))
  process.send?.(report)
})
