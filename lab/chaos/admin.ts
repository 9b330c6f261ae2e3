import { setTimeout as delay } from 'node:timers/promises'
import { workAfterSale } from './after-sale.ts'
import { type Client, insist, mark, newKey, stateOf } from './client.ts'

/** Initial stock of a product, and size of a delivery: few, so that customers compete for them. */
const STOCK = [20, 60] as const
const DELIVERY = [1, 12] as const

/**
 * Creates products over HTTP, with a stock between these numbers.
 * @returns their ids.
 */
export async function addProducts(
  admin: Client,
  count: number,
  stock: readonly [number, number] = STOCK,
): Promise<string[]> {
  const { random, run } = admin
  const { text } = await admin.attempt(
    { kind: 'look', subject: 'products' },
    { method: 'GET', path: '/products?limit=1' },
  )
  const [product] = JSON.parse(text) as { picture: string }[]
  const products: string[] = []
  for (let i = 0; i < count; i += 1) {
    const available = random.between(...stock)
    const json = {
      name: `Chaos part ${mark(random)}`,
      // As a path: the stores have no common origin.
      picture: new URL(product?.picture ?? '', 'http://store').pathname,
      about: 'In high demand.',
      price: random.between(100, 9_900) / 100,
      available,
      minOrder: 1,
      // Such a part is bought in a cart only.
      ...(i === 0 && { coreDeposit: 5 }),
    }
    const response = await admin.attempt(
      { kind: 'look', subject: 'new product' },
      { method: 'POST', path: '/product', json, headers: newKey(random) },
    )
    const created = response.body.insertedId
    if (response.status !== 201 || !created)
      throw new Error(`No product: ${response.status} ${response.text}`)
    products.push(created)
    // The product's creation was its first delivery.
    const { from, to, status, outcome } = response
    const delivery = { client: admin.id, kind: 'restock', subject: created, units: available } as const
    run.history.attempts.push({ ...delivery, from, to, status, outcome })
  }
  return products
}

/** Works on orders, restocks, promotes and reads at random until `until` is aborted. */
export async function behaveAsAdmin(
  admin: Client,
  candidates: readonly string[],
  until: AbortSignal,
): Promise<void> {
  const { random, run } = admin
  while (!until.aborted) {
    const what = random.next()
    if (what < 0.55) await workOnOrders(admin)
    else if (what < 0.85) {
      const [product, units] = [random.pick(run.products), random.between(...DELIVERY)]
      // Not retried when its response is lost: this call has no key, and an admin would check first.
      await admin.attempt(
        { kind: 'restock', subject: product, units },
        { method: 'PATCH', path: `/product/${product}/stock`, json: { quantity: units } },
      )
    } else if (what < 0.92) {
      const email = random.pick(candidates)
      await insist(random, () =>
        admin.attempt({ kind: 'promote', subject: email }, { method: 'PUT', path: `/user/admin/${email}` }),
      )
    } else await admin.attempt({ kind: 'look', subject: 'overview' }, { method: 'GET', path: '/overview' })
    await delay(random.between(20, 250))
  }
}

type ListedOrder = { _id: string; paid: boolean; shipped: boolean; purchase?: { _id: string } }

/** Reads the newest orders, works on paid ones, and sometimes deletes an unpaid one. */
async function workOnOrders(admin: Client): Promise<void> {
  const { random, run } = admin
  const { from, to, status, text } = await admin.attempt(
    { kind: 'look', subject: 'orders' },
    { method: 'GET', path: '/orders?limit=100' },
  )
  if (status !== 200) return
  const orders = (JSON.parse(text) as ListedOrder[]).filter(({ _id }) => run.orders.has(_id))
  for (const order of orders)
    run.history.sights.push({ client: admin.id, order: order._id, state: stateOf(order), from, to })
  for (const order of orders) {
    const subject = order._id
    if (stateOf(order) !== 'unpaid' && random.chance(0.2))
      await workAfterSale(admin, order.purchase?._id ?? subject)
    else if (stateOf(order) === 'paid' && random.chance(0.2))
      await insist(random, () =>
        admin.attempt({ kind: 'ship', subject }, { method: 'PATCH', path: `/order/shipped/${subject}` }),
      )
    else if (stateOf(order) === 'unpaid' && random.chance(0.03)) {
      const purchase = order.purchase?._id ?? subject
      await insist(random, () =>
        admin.attempt(
          { kind: 'delete', subject: purchase },
          { method: 'DELETE', path: `/purchase/${purchase}` },
        ),
      )
    }
  }
}
