import { type ApiResponse, type Client, insist, mark, newKey } from './client.ts'
import type { Cart, Lines } from './history.ts'

const MOST_LINES = 4

/**
 * Puts several parts into the cart, and mostly checks them out: a part at a time or the whole cart at once,
 * then a quote, then a checkout.
 * @returns the purchase’s id with its total in dollars, once it is known.
 */
export async function buyByCart(client: Client): Promise<{ id: string; total: number } | null> {
  const { random } = client
  const before = await readCart(client)
  if (!before) return null
  const wanted = chooseLines(client)
  if (random.chance(0.5)) await replaceCart(client, before, wanted)
  else for (const line of wanted) await addToCart(client, line)
  const cart = await readCart(client)
  // Some leave it for another time.
  if (!cart || cart.lines.length === 0 || random.chance(0.15)) return null
  const bought = await checkOut(client, cart)
  await readCart(client)
  return bought
}

/** Reads the client’s own cart, and records it. */
export async function readCart(client: Client): Promise<Cart | null> {
  const response = await insist(client.random, () =>
    client.attempt({ kind: 'look', subject: 'cart' }, { method: 'GET', path: '/cart' }),
  )
  if (response.status !== 200) return null
  const cart = cartOf(response)
  client.run.history.carts.push({ client: client.id, cart, from: response.from, to: response.to })
  return cart
}

function cartOf({ body: { revision = 0, lines = [] } }: ApiResponse): Cart {
  return {
    revision,
    lines: lines.map(({ productId, quantity }) => ({ product: productId, units: quantity })),
  }
}

function chooseLines({ random, run }: Client): Lines {
  const products = new Set(
    Array.from({ length: random.between(2, MOST_LINES) }, () => random.pick(run.products)),
  )
  return [...products].map((product) => ({ product, units: random.between(1, 2) }))
}

async function replaceCart(client: Client, { revision }: Cart, wanted: Lines): Promise<void> {
  const lines = wanted.map(({ product, units }) => ({ productId: product, quantity: units }))
  await insist(client.random, () =>
    client.attempt(
      { kind: 'fill cart', subject: client.id },
      { method: 'PUT', path: '/cart', json: { revision, lines } },
    ),
  )
}

async function addToCart(client: Client, { product, units }: Lines[number]): Promise<void> {
  await insist(client.random, () =>
    client.attempt(
      { kind: 'fill cart', subject: client.id },
      { method: 'POST', path: '/cart/lines', json: { productId: product, quantity: units } },
    ),
  )
}

async function checkOut(client: Client, cart: Cart): Promise<{ id: string; total: number } | null> {
  const { random, run } = client
  const subject = mark(random)
  const address = {
    name: 'A Buyer',
    // By which the purchase is recognized.
    line1: subject,
    city: 'Peoria',
    region: 'IL',
    postalCode: '61602',
    country: 'US',
    phone: '(217) 555-0100',
  }
  const quoted = await insist(random, () =>
    client.attempt(
      { kind: 'look', subject: 'quote' },
      { method: 'POST', path: '/cart/quote', json: { address } },
    ),
  )
  const { total, methodId } = quoted.body
  if (quoted.status !== 200 || total === undefined || methodId === undefined) return null
  const json = { revision: cart.revision, expectedTotal: total, address, methodId }
  const headers = newKey(random)
  const response = await insist(random, () =>
    client.attempt(
      { kind: 'check out', subject, cart },
      { method: 'POST', path: '/checkout', json, headers },
      ({ body }) => body.purchaseId,
    ),
  )
  const { purchaseId: id, insertedIds = [] } = response.body
  if (response.outcome !== 'done' || id === undefined) return null
  for (const order of insertedIds) run.orders.set(order, client.id)
  return { id, total }
}
