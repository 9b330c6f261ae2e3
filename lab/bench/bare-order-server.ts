import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

// A separate process: the minimum that taking orders over HTTP can cost. One JSON body becomes one durable
// row, without sign-in, stock, ledger or audit. One with lines becomes a header and a row for each line, in a
// transaction.

/** Where it stores its rows, and over how many connections. Sent once; the reply is the port. */
export type BareOrderJob = { url: string; connections: number }

process.once('message', async ({ url, connections }: BareOrderJob) => {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  await pool.query('create schema if not exists bench')
  await pool.query(`create table if not exists bench.orders (
    id uuid primary key, product_id uuid not null, quantity integer not null, phone text not null, address text not null,
    placed_at timestamptz not null default clock_timestamp())`)
  await pool.query(`create table if not exists bench.purchases (
    id uuid primary key, address jsonb not null, placed_at timestamptz not null default clock_timestamp())`)
  await pool.query(`create table if not exists bench.lines (
    purchase_id uuid references bench.purchases (id), line integer, product_id uuid not null, quantity integer not null,
    primary key (purchase_id, line))`)
  const server = createServer(async (req, res) => {
    const id = randomUUID()
    const order = JSON.parse(await readText(req))
    if (order.lines) await storePurchase(pool, id, order)
    else {
      const { productId, orderQty, customerPhone, customerAddress } = order
      await pool.query(
        'insert into bench.orders (id, product_id, quantity, phone, address) values ($1, $2, $3, $4, $5)',
        [id, productId, orderQty, customerPhone, customerAddress],
      )
    }
    const body = JSON.stringify({ insertedId: id })
    res.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    res.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
})
process.on('disconnect', () => process.exit(0))

type Line = { productId: string; quantity: number }

async function storePurchase(pool: pg.Pool, id: string, order: { lines: Line[]; address: object }) {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into bench.purchases (id, address) values ($1, $2)', [id, order.address])
  for (const [i, { productId, quantity }] of order.lines.entries())
    await client.query(
      'insert into bench.lines (purchase_id, line, product_id, quantity) values ($1, $2, $3, $4)',
      [id, i + 1, productId, quantity],
    )
  await client.query('commit')
  client.release()
}

async function readText(req: IncomingMessage): Promise<string> {
  req.setEncoding('utf8')
  let text = ''
  for await (const chunk of req) text += chunk
  return text
}
