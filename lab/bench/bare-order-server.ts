import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

// A separate process: the minimum that taking orders over HTTP can cost. One JSON body becomes one durable
// row, without sign-in, stock, ledger or audit.

/** Where it stores its rows, and over how many connections. Sent once; the reply is the port. */
export type BareOrderJob = { url: string; connections: number }

process.once('message', async ({ url, connections }: BareOrderJob) => {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  await pool.query('create schema if not exists bench')
  await pool.query(`create table if not exists bench.orders (
    id uuid primary key, product_id uuid not null, quantity integer not null, phone text not null, address text not null,
    placed_at timestamptz not null default clock_timestamp())`)
  const server = createServer(async (req, res) => {
    const { productId, orderQty, customerPhone, customerAddress } = JSON.parse(await readText(req))
    const id = randomUUID()
    await pool.query(
      'insert into bench.orders (id, product_id, quantity, phone, address) values ($1, $2, $3, $4, $5)',
      [id, productId, orderQty, customerPhone, customerAddress],
    )
    const body = JSON.stringify({ insertedId: id })
    res.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    res.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
})
process.on('disconnect', () => process.exit(0))

async function readText(req: IncomingMessage): Promise<string> {
  req.setEncoding('utf8')
  let text = ''
  for await (const chunk of req) text += chunk
  return text
}
