import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { order, stockProduct } from '../support/orders.ts'
import { race } from '../support/race.ts'
import { expectEveryRule, openStorePair, type StorePair, countOutcomes } from '../support/store-pair.ts'
import { type User, signIn } from '../support/users.ts'

let stores: StorePair
let customer: User
let admin: User

beforeAll(async () => {
  stores = await openStorePair()
  ;[customer, admin] = await Promise.all([signIn(stores.first), signIn(stores.first, { admin: true })])
})
afterEach(() => expectEveryRule(stores.first))
afterAll(() => stores.close())

/** Makes the same call with the same key that many times, at both stores. `bodies` alternate. */
const sameKey = (person: User, path: string, bodies: readonly object[], times = 20, method = 'POST') => {
  const key = randomUUID()
  return Array.from(
    { length: times },
    (_, i) => () =>
      stores.by(person, i)(method, path, bodies[Math.floor(i / 2) % bodies.length], {
        'Idempotency-Key': key,
      }),
  )
}
const form = { customerPhone: '(217) 555-0100', customerAddress: '1 Main Street' }
const countedAsPlaced = () =>
  [stores.of(0), stores.of(1)].reduce(
    (sum, { shop }) => sum + (new Map(shop.counters.orders.entries()).get('placed') ?? 0),
    0,
  )
const countOf = async (table: 'orders' | 'payments' | 'products' | 'reviews') =>
  (await stores.first.db.selectFrom(table).select('id').execute()).length

test('the same key twenty times concurrently places one order, even of the last pieces, and returns it to all', () =>
  race(10, async ({ number, together }) => {
    const productId = await stockProduct(stores.first, { available: number % 2 === 0 ? 2 : 100 })
    const before = await countOf('orders')
    const countedBefore = countedAsPlaced()
    const responses = await together(sameKey(customer, '/order', [{ productId, orderQty: 2, ...form }]))
    expect(countOutcomes(responses)).toEqual({ '201': 20 })
    expect(new Set(responses.map(({ body }) => body.insertedId)).size).toBe(1)
    expect(await countOf('orders')).toBe(before + 1)
    expect(countedAsPlaced(), 'in the metrics').toBe(countedBefore + 1)
  }))

test('the same key twenty times concurrently counts a delivery once, and removes the last pieces once; all get the response', () =>
  race(5, async ({ together }) => {
    const id = await stockProduct(stores.first, { available: 2 })
    const restock = (quantity: number) =>
      together(sameKey(admin, `/product/${id}/stock`, [{ quantity }], 20, 'PATCH'))
    for (const [quantity, available] of [
      [5, 7],
      [-7, 0],
    ] as const) {
      const responses = await restock(quantity)
      expect(countOutcomes(responses)).toEqual({ '200': 20 })
      for (const { body } of responses) expect(body).toEqual({ modifiedCount: 1, available })
    }
  }))

test('the same key for two different concurrent orders places one of them; the other is refused each time', () =>
  race(10, async ({ together }) => {
    const productId = await stockProduct(stores.first, { available: 20 })
    const before = await countOf('orders')
    const bodies = [
      { productId, orderQty: 1, ...form },
      { productId, orderQty: 3, ...form },
    ]
    const responses = await together(sameKey(customer, '/order', bodies))
    expect(countOutcomes(responses)).toEqual({ '201': 10, '422 idempotency_key_reused': 10 })
    expect(await countOf('orders')).toBe(before + 1)
  }))

test('the same key twenty times concurrently starts one payment, and returns its secret to all', () =>
  race(4, async ({ together }) => {
    const id = await order(customer, await stockProduct(stores.first, { price: 25.5 }))
    const before = await countOf('payments')
    const responses = await together(
      sameKey(customer, '/create-payment-intent', [{ orderId: id, totalPrice: 25.5 }]),
    )
    expect(countOutcomes(responses)).toEqual({ '201': 20 })
    expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect(await countOf('payments')).toBe(before + 1)
  }))

test('the same key twenty times concurrently stores one review, and returns it to all', () =>
  race(10, async ({ number, together }) => {
    const before = await countOf('reviews')
    const responses = await together(sameKey(customer, '/review', [{ rating: 5, text: `Round ${number}` }]))
    expect(countOutcomes(responses)).toEqual({ '201': 20 })
    expect(new Set(responses.map(({ body }) => body.insertedId)).size).toBe(1)
    expect(await countOf('reviews')).toBe(before + 1)
  }))

test('the same key twenty times concurrently adds one product, and returns it to all', () =>
  race(10, async ({ together }) => {
    const { picture } = await stores.first.db
      .selectFrom('products')
      .select('picture')
      .limit(1)
      .executeTakeFirstOrThrow()
    const product = {
      picture,
      name: 'Timing Belt Kit',
      about: 'Belt and idler.',
      price: 129.99,
      available: 7,
      minOrder: 1,
    }
    const before = await countOf('products')
    const responses = await together(sameKey(admin, '/product', [product]))
    expect(countOutcomes(responses)).toEqual({ '201': 20 })
    expect(new Set(responses.map(({ body }) => body.insertedId)).size).toBe(1)
    expect(await countOf('products')).toBe(before + 1)
  }))
