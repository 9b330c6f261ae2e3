import { setTimeout as delay } from 'node:timers/promises'
import { payByCard } from './card-payer.ts'
import { type Client, insist, mark, newKey, stateOf } from './client.ts'

/** An order that a customer knows and still wants. */
type OwnOrder = { id: string; total: number }

/** Buys, pays, deletes, reviews, reads and pries at random until `until` is aborted. */
export async function behaveAsCustomer(client: Client, until: AbortSignal): Promise<void> {
  const { random } = client
  const unpaid: OwnOrder[] = []
  const known: string[] = []
  while (!until.aborted) {
    const what = random.next()
    const mine = unpaid.length > 0 ? random.pick(unpaid) : null
    if (!mine || what < 0.3) {
      const id = await buy(client)
      if (id === null) continue
      known.push(id)
      // Without a response it may still be ours, but cannot be paid without its price.
      const total = await look(client, id)
      if (total !== null) unpaid.push({ id, total })
    } else if (what < 0.62) {
      // Sometimes two tabs concurrently.
      await Promise.all([pay(client, mine), random.chance(0.15) ? pay(client, mine) : null])
      if (random.chance(0.6)) unpaid.splice(unpaid.indexOf(mine), 1)
    } else if (what < 0.72) {
      await Promise.all([remove(client, mine.id), random.chance(0.3) ? pay(client, mine) : null])
      unpaid.splice(unpaid.indexOf(mine), 1)
    } else if (what < 0.8) await review(client)
    else if (what < 0.92) await look(client, random.pick(known))
    else if (what < 0.98) await pry(client)
    else await signInAgain(client)
    await delay(random.between(0, 60))
  }
}

/** @returns the order’s id, once it is known. */
async function buy(client: Client): Promise<string | null> {
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
  return id
}

/** @returns the total, in dollars. */
async function look(client: Client, id: string): Promise<number | null> {
  const { run } = client
  const response = await insist(client.random, () =>
    client.attempt({ kind: 'look', subject: id }, { method: 'GET', path: `/payment/${id}` }),
  )
  const { from, to, status, body } = response
  if (status === 404) run.history.sights.push({ client: client.id, order: id, state: 'gone', from, to })
  if (status !== 200) return null
  run.history.sights.push({ client: client.id, order: id, state: stateOf(body), from, to })
  return body.totalPrice ?? null
}

async function pay(client: Client, order: OwnOrder): Promise<void> {
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

async function remove(client: Client, id: string): Promise<void> {
  await insist(client.random, () =>
    client.attempt({ kind: 'delete', subject: id }, { method: 'DELETE', path: `/order/${id}` }),
  )
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
    { method: 'DELETE', path: `/order/${id}` },
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
