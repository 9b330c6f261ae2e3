import type { BenchDatabase } from './bench-data.ts'
import type { BenchUser } from './bench-users.ts'

/** Where everything is delivered to. */
const ADDRESS = {
  name: 'A Buyer',
  line1: '1 Bench Street',
  city: 'Peoria',
  region: 'IL',
  postalCode: '61602',
  country: 'US',
  phone: '(217) 555-0100',
}

/** Longer than any round in which each request is sent once, in ms. */
export const UNTIL_ALL_ARE_SENT_MS = 600_000

/** A cart to fill: one of each product, for up to five cars. */
export type WantedCart = {
  buyer: BenchUser
  products: readonly string[]
  cars?: readonly { make: string; model: string; year: number }[]
}

/** What a checkout of a cart must be sent with: the total of its quote, in dollars. */
export type CartQuote = { total: number; methodId: string }

/** Fills the carts by SQL, instead of what is in them. @returns their revisions, in the same order. */
export async function fillCarts(database: BenchDatabase, carts: readonly WantedCart[]): Promise<number[]> {
  const wanted = carts.map(({ buyer, products, cars = [] }) => ({ id: buyer.id, products, cars }))
  await database.query('delete from carts where account_id = any ($1)', [wanted.map(({ id }) => id)])
  const rows = await database.query<{ id: string; revision: string }>(
    `with wanted as (
       select * from jsonb_to_recordset($1::jsonb) as (id text, products uuid[], cars jsonb)
     ), filled as (
       insert into carts (account_id, cars) select id, cars from wanted returning account_id, revision
     ), lines as (
       insert into cart_lines (account_id, product_id, quantity, seen_cents)
       select wanted.id, product.id, 1, price_cents from wanted, unnest(products) each join products product on product.id = each
     )
     select account_id as id, revision from filled`,
    [JSON.stringify(wanted)],
  )
  const revisions = new Map(rows.map(({ id, revision }) => [id, Number(revision)]))
  return wanted.map(({ id }) => revisions.get(id) ?? 0)
}

/** What parts cost, delivered. @throws Error when they cannot be ordered. */
export async function quoteParts(storeUrl: string, products: readonly string[]): Promise<CartQuote> {
  const lines = products.map((productId) => ({ productId, quantity: 1 }))
  const response = await fetch(`${storeUrl}/cart/quote`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ lines, address: ADDRESS }),
  })
  const quote = (await response.json()) as Partial<CartQuote>
  if (quote.total === undefined || quote.methodId === undefined)
    throw new Error(`No quote: ${response.status} ${JSON.stringify(quote)}`)
  return { total: quote.total, methodId: quote.methodId }
}

/** A checkout as raw HTTP. */
export function checkoutRequest({ token }: BenchUser, revision: number, quote: CartQuote): string {
  return postRequest('/checkout', token, {
    revision,
    expectedTotal: quote.total,
    methodId: quote.methodId,
    address: ADDRESS,
  })
}

/** A quote of the buyer's own cart as raw HTTP. */
export function quoteRequest({ token }: BenchUser): string {
  return postRequest('/cart/quote', token, { address: ADDRESS })
}

/** The same to the bare server, which has no carts. */
export function bareCheckoutRequest({ token }: BenchUser, products: readonly string[]): string {
  const lines = products.map((productId) => ({ productId, quantity: 1 }))
  return postRequest('/checkout', token, { lines, address: ADDRESS })
}

function postRequest(path: string, token: string, json: object): string {
  const body = JSON.stringify(json)
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}
