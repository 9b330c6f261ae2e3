import { setTimeout as delay } from 'node:timers/promises'
import { payByCard } from './card-payer.ts'
import { buyByCart, readCart } from './cart-buyer.ts'
import { type Client, insist, mark, newKey, stateOf } from './client.ts'

/** A purchase that a customer knows and still wants. `isOrder`: of one part, ordered without a cart. */
type OwnPurchase = { id: string; total: number; isOrder: boolean }

/** Buys, pays, deletes, reviews, reads and pries at random until `until` is aborted. */
export async function behaveAsCustomer(client: Client, until: AbortSignal): Promise<void> {
  const { random } = client
  const unpaid: OwnPurchase[] = []
  const known: string[] = []
  while (!until.aborted) {
    const what = random.next()
    const mine = unpaid.length > 0 ? random.pick(unpaid) : null
    if (!mine || what < 0.3) {
      const bought = await (random.chance(0.5) ? buyByCart(client) : buy(client))
      if (bought === null) continue
      const { id } = bought
      known.push(id)
      const shown = await look(client, id)
      // Without a response it may still be ours, but cannot be paid without its price.
      const total = bought.total ?? shown
      if (total !== null) unpaid.push({ id, total, isOrder: bought.total === null })
    } else if (what < 0.62) {
      // Sometimes two tabs concurrently.
      await Promise.all([pay(client, mine), random.chance(0.15) ? pay(client, mine) : null])
      if (random.chance(0.6)) unpaid.splice(unpaid.indexOf(mine), 1)
    } else if (what < 0.72) {
      await Promise.all([remove(client, mine), random.chance(0.3) ? pay(client, mine) : null])
      unpaid.splice(unpaid.indexOf(mine), 1)
    } else if (what < 0.8) await review(client)
    else if (what < 0.92) await look(client, random.pick(known))
    else if (what < 0.98) await pry(client)
    else await signInAgain(client)
    await delay(random.between(0, 60))
  }
}

/** @returns the order’s id, once it is known; its total is not in the response. */
async function buy(client: Client): Promise<{ id: string; total: null } | null> {
  const { random, run } = client
  const [subject, product, units] = [mark(random), random.pick(run.products), random.between(1, 3)]
  const json = {
    productId: product,
    orderQty: units,
    customerPhone: '+1 555 0100',
    customerAddress: subject,
  }
  const headers = newKey(random)
  const response = await insist(random, () =>
    client.attempt(
      { kind: 'order', subject, product, units },
      { method: 'POST', path: '/order', json, headers },
      ({ body }) => body.insertedId,
    ),
  )
  const id = response.body.insertedId
  if (response.outcome !== 'done' || id === undefined) return null
  run.orders.set(id, client.id)
  return { id, total: null }
}

/**
 * Looks at an order, or at the first of a purchase.
 * @returns the total, in dollars; without its delivery if it is the only part of a cart.
 */
async function look(client: Client, id: string): Promise<number | null> {
  const { run } = client
  const response = await insist(client.random, () =>
    client.attempt({ kind: 'look', subject: id }, { method: 'GET', path: `/payment/${id}` }),
  )
  const { from, to, status, body } = response
  if (status === 404) run.history.sights.push({ client: client.id, order: id, state: 'gone', from, to })
  if (status !== 200) return null
  run.history.sights.push({ client: client.id, order: id, state: stateOf(body), from, to })
  return body.purchase?.total ?? body.totalPrice ?? null
}

async function pay(client: Client, order: OwnPurchase): Promise<void> {
  const { random } = client
  const headers = newKey(random)
  const json = { orderId: order.id, totalPrice: order.total }
  const started = await insist(random, () =>
    client.attempt(
      { kind: 'start payment', subject: order.id },
      { method: 'POST', path: '/create-payment-intent', json, headers },
      ({ body }) => body.clientSecret,
    ),
  )
  const { clientSecret } = started.body
  if (started.outcome !== 'done' || clientSecret === undefined) return
  const transactionId = await payByCard(client, order.id, clientSecret)
  // Many close the browser now: the webhook and the background jobs must settle the payment.
  if (transactionId === null || random.chance(0.35)) return
  await insist(random, () =>
    client.attempt(
      { kind: 'record payment', subject: order.id },
      { method: 'PATCH', path: `/order/${order.id}`, json: { orderId: order.id, transactionId } },
      () => transactionId,
    ),
  )
}

async function remove(client: Client, { id, isOrder }: OwnPurchase): Promise<void> {
  const { random } = client
  const toCart = random.chance(0.5)
  const path = `/purchase/${id}${toCart ? '?toCart=1' : ''}`
  await insist(random, () =>
    client.attempt(
      { kind: 'delete', subject: id, toCart },
      { method: 'DELETE', path: isOrder && !toCart ? `/order/${id}` : path },
    ),
  )
  await readCart(client)
}

async function review(client: Client): Promise<void> {
  const subject = mark(client.random)
  const json = { name: client.email, text: subject, rating: client.random.between(1, 5) }
  const headers = newKey(client.random)
  await insist(client.random, () =>
    client.attempt(
      { kind: 'review', subject },
      { method: 'POST', path: '/review', json, headers },
      ({ body }) => body.insertedId,
    ),
  )
}

/** Requests other customers' data. */
async function pry(client: Client): Promise<void> {
  const { random, run } = client
  const others = [...run.orders].filter(([, owner]) => owner !== client.id)
  if (others.length === 0) return
  const [id] = random.pick(others)
  const transactionId = `pi_${mark(random)}`
  const request = random.pick([
    { method: 'GET', path: `/payment/${id}` },
    { method: 'GET', path: `/purchase/${id}` },
    { method: 'DELETE', path: `/order/${id}` },
    { method: 'DELETE', path: `/purchase/${id}?toCart=1` },
    { method: 'PATCH', path: `/order/${id}`, json: { orderId: id, transactionId } },
    { method: 'POST', path: '/create-payment-intent', json: { orderId: id, totalPrice: 20 } },
    { method: 'PATCH', path: `/order/shipped/${id}` },
    { method: 'GET', path: '/orders' },
    { method: 'GET', path: '/overview' },
  ])
  await client.attempt({ kind: 'pry', subject: id }, request)
}

/** A new token; the old one stays valid. */
async function signInAgain(client: Client): Promise<void> {
  const { email, password } = client
  const what = { kind: 'sign in', subject: email } as const
  const signingIn = { method: 'POST', path: '/auth/sign-in/email', json: { email, password } }
  const signedIn = await insist(client.random, () => client.attempt(what, signingIn))
  if (signedIn.outcome !== 'done') return
  const headers = { cookie: signedIn.cookie }
  const taking = { method: 'PUT', path: `/user/${email}`, json: { email }, headers }
  const response = await insist(client.random, () => client.attempt(what, taking))
  if (response.outcome === 'done') client.token = response.body.token ?? client.token
}
