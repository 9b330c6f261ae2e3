// Long because it has every pair of changes that can meet at a checkout.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newKey, stockProduct } from '../support/orders.ts'
import { countWaiting, queueBehindLock } from '../support/queue-behind-lock.ts'
import { race } from '../support/race.ts'
import { countOutcomes, expectEveryRule, openStorePair, type StorePair } from '../support/store-pair.ts'
import { signIn, signInMany, type User } from '../support/users.ts'

let stores: StorePair
beforeAll(async () => {
  stores = await openStorePair()
})
afterEach(() => expectEveryRule(stores.first))
afterAll(() => stores.close())

const address = {
  name: 'Casey Morgan',
  line1: '12 Elm Street',
  city: 'Peoria',
  region: 'IL',
  postalCode: '61602',
  country: 'US',
  phone: '(217) 555-0100',
}
type Line = { productId: string; quantity: number }
const linesOf = (cart: { lines: Line[] }) =>
  Object.fromEntries(cart.lines.map(({ productId, quantity }) => [productId, quantity]))
const db = () => stores.first.db
const put = (person: User, lines: readonly Line[], revision = 0, at = 0) =>
  stores.by(person, at)('PUT', '/cart', { revision, lines })
const add = (person: User, productId: string, at: number, quantity = 1) =>
  stores.by(person, at)('POST', '/cart/lines', { productId, quantity })
const cartOf = async (person: User) => (await person.call('GET', '/cart')).body
const checkOut = (person: User, body: object, at: number, headers: Record<string, string> = newKey()) =>
  stores.by(person, at)('POST', '/checkout', body, headers)
/** What the checkout page sends. */
async function seen(person: User) {
  const { revision } = await cartOf(person)
  const { total, methodId } = (await person.call('POST', '/cart/quote', { address })).body
  return { revision, expectedTotal: total, address, methodId }
}
const purchases = async (person: User) => (await person.call('GET', '/purchases/mine')).body
const availableOf = async (ids: readonly string[]) => {
  const rows = await db().selectFrom('products').select(['id', 'available']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.available)
}
const mailsOf = (id: string) =>
  db().selectFrom('order_mails').select('kind').where('order_id', '=', id).execute()
const stock = (count: number, available = 100) =>
  Promise.all(Array.from({ length: count }, () => stockProduct(stores.first, { available })))

describe('carts that share parts', () => {
  test('two hundred with the same five parts in any order are checked out whole or not at all, and sell each piece once', async () => {
    const buyers = await signInMany(stores.first, 200)
    await race(2, async ({ pick, together }) => {
      const parts = await Promise.all(
        [37, 60, 90, 120, 1000].map((available) => stockProduct(stores.first, { available })),
      )
      const bodies = await Promise.all(
        buyers.map(async (buyer, at) => {
          const shuffled = parts
            .map((productId) => ({ productId, order: pick(1000) }))
            .toSorted((a, b) => a.order - b.order)
            .map(({ productId }) => ({ productId, quantity: 1 }))
          const { revision } = await cartOf(buyer)
          return { revision: (await put(buyer, shuffled, revision, at)).body.revision }
        }),
      )
      const [first] = buyers
      if (!first) throw new Error('There are no buyers')
      // Everyone has the same parts, and so the same total.
      const shown = await seen(first)
      const responses = await together(
        buyers.map((buyer, at) => () => checkOut(buyer, { ...shown, ...bodies[at] }, at)),
        30,
      )
      expect(countOutcomes(responses)).toEqual({ '201': 37, '409 insufficient_stock': 163 })
      expect(await availableOf(parts)).toEqual([0, 23, 53, 83, 963])
      const placed = responses.filter(({ status }) => status === 201)
      expect(placed.map(({ body }) => body.insertedIds.length)).toEqual(Array(37).fill(5))
      // What was refused names the part that ran out, and is still in its cart.
      for (const { status, body } of responses)
        if (status === 409)
          expect(body.errors).toMatchObject([{ field: `lines.${parts[0]}`, code: 'insufficient_stock' }])
      const carts = await Promise.all(
        buyers.map(async (buyer) => Object.keys(linesOf(await cartOf(buyer))).length),
      )
      expect(carts).toEqual(responses.map(({ status }) => (status === 201 ? 0 : 5)))
    })
  })

  test('compete with orders of one part and with purchases that are put back, and no piece is sold twice', async () => {
    const buyers = await signInMany(stores.first, 12)
    await race(6, async ({ number, together }) => {
      const parts = await stock(3, 6)
      const bodies = await Promise.all(
        buyers.map(async (buyer, at) => {
          const { revision } = await cartOf(buyer)
          const lines = [0, 1, 2].map((step) => ({
            productId: parts[(at + step * (1 + (at % 2))) % 3] ?? '',
            quantity: 1,
          }))
          await put(buyer, lines, revision)
          return seen(buyer)
        }),
      )
      const responses = await together(
        buyers.map((buyer, at) => async () => {
          const placed = await checkOut(buyer, bodies[at] ?? {}, number + at)
          // Half of them think again, and two customers order a part by itself.
          if (placed.status === 201 && at % 2 === 0)
            await stores.by(buyer, at)('DELETE', `/purchase/${placed.body.purchaseId}?toCart=1`)
          else if (at % 6 === 1)
            await stores.by(buyer, at)('POST', '/order', {
              productId: parts[0],
              orderQty: 1,
              customerPhone: address.phone,
              customerAddress: '1 Main Street',
            })
          return placed
        }),
      )
      const outcomes = countOutcomes(responses)
      expect(outcomes['201']).toBeGreaterThanOrEqual(6 - 2)
      expect((outcomes['201'] ?? 0) + (outcomes['409 insufficient_stock'] ?? 0)).toBe(12)
      const { rows } = await sql<{ ordered: number }>`
        select (select coalesce(sum(quantity), 0)::integer from orders
                where product_id = part.id and deleted_at is null) as ordered
        from unnest(${parts}::uuid[]) with ordinality part (id, place) order by place`.execute(db())
      const left = await availableOf(parts)
      expect(rows.map(({ ordered }, at) => ordered + (left[at] ?? NaN))).toEqual([6, 6, 6])
      expect(Math.min(...left.map((available = -1) => available))).toBeGreaterThanOrEqual(0)
    })
  })
})

describe('a price that changes while a cart is checked out', () => {
  /** Both wait for the part, the first one first; at different stores. */
  async function raceForPrice(first: 'the price' | 'the checkout') {
    const person = await signIn(stores.first)
    const admin = await signIn(stores.first, { admin: true })
    const [one = '', other = ''] = await stock(2)
    await put(person, [
      { productId: one, quantity: 2 },
      { productId: other, quantity: 1 },
    ])
    const body = await seen(person)
    const { price } = (await person.call('GET', `/product/${one}`)).body
    const reprice = () =>
      stores.by(admin, 1)('PATCH', `/product/${one}/price`, { was: price, price: price + 1 })
    const place = () => checkOut(person, body, 0)
    const contenders = first === 'the price' ? [reprice, place] : [place, reprice]
    const responses = await queueBehindLock(
      db(),
      sql`select from products where id = ${one} for update`,
      2,
      async () => {
        const running = []
        for (const [at, contend] of contenders.entries()) {
          // Once all of them wait, the lock is released.
          await expect.poll(() => countWaiting(db()), { interval: 5 }).toBe(at)
          running.push(contend())
        }
        return Promise.all(running)
      },
    )
    const [repriced, placed] = first === 'the price' ? responses : responses.toReversed()
    expect(repriced?.status).toBe(200)
    return { person, parts: [one, other], body, placed }
  }

  test('just before is not charged: the customer is shown the new total, and nothing is stored', async () => {
    const { person, parts, body, placed } = await raceForPrice('the price')
    expect([placed?.status, placed?.body.code]).toEqual([409, 'cart_changed'])
    const expectedTotal = body.expectedTotal + 2
    expect(placed?.body.quote.total).toBe(expectedTotal)
    expect(await purchases(person)).toEqual([])
    expect(await availableOf(parts)).toEqual([100, 100])
    expect(Object.keys(linesOf(await cartOf(person)))).toHaveLength(2)
    expect((await checkOut(person, { ...body, expectedTotal }, 1)).body.total).toBe(expectedTotal)
  })

  test('just after changes nothing of what was placed', async () => {
    const { person, parts, body, placed } = await raceForPrice('the checkout')
    expect([placed?.status, placed?.body.total]).toEqual([201, body.expectedTotal])
    expect(await purchases(person)).toMatchObject([
      { total: body.expectedTotal, lines: [{ price: 25.5 }, { price: 25.5 }] },
    ])
    expect(await availableOf(parts)).toEqual([98, 99])
  })
})

describe('one cart', () => {
  test('is ordered once, with one email, by two tabs, a double click and a lost response at two stores', async () => {
    const person = await signIn(stores.first)
    await race(15, async ({ number, together }) => {
      const [one = '', other = ''] = await stock(2, 10)
      await put(person, [
        { productId: one, quantity: 2 },
        { productId: other, quantity: 1 },
      ])
      const body = await seen(person)
      const key = newKey()
      const responses = await together([
        () => checkOut(person, body, number, key),
        () => checkOut(person, body, number + 1, key),
        () => checkOut(person, body, number + 1),
        () => checkOut(person, body, number),
        () => checkOut(person, body, number, {}),
      ])
      const [placed] = await purchases(person)
      const ids = responses.map((response) => response.body.purchaseId)
      expect(ids, 'every answer leads to the same purchase').toEqual(Array(5).fill(placed._id))
      for (const { status, body: refusal } of responses)
        if (status !== 201) expect([status, refusal.code]).toEqual([409, 'cart_changed'])
      expect(responses.some(({ status }) => status === 201)).toBe(true)
      expect(await availableOf([one, other])).toEqual([8, 9])
      expect(await mailsOf(placed._id)).toEqual([{ kind: 'order_placed' }])
      expect((await cartOf(person)).lines).toEqual([])
      expect((await person.call('DELETE', `/purchase/${placed._id}`)).body).toEqual({ deletedCount: 2 })
    })
  })

  test('keeps a part that is added while it is checked out: neither bought nor lost', async () => {
    const person = await signIn(stores.first)
    const [one = '', late = ''] = await stock(2)
    await put(person, [{ productId: one, quantity: 2 }])
    const body = await seen(person)
    // The checkout has the cart and waits for the part; then the other tab adds one.
    const [placed, added] = await queueBehindLock(
      db(),
      sql`select from products where id = ${one} for update`,
      2,
      async () => {
        const checkout = checkOut(person, body, 0)
        await expect.poll(() => countWaiting(db()), { interval: 5 }).toBe(1)
        return Promise.all([checkout, add(person, late, 1)])
      },
    )
    expect([placed.status, added.status]).toEqual([201, 200])
    expect((await purchases(person))[0].lines).toMatchObject([{ productId: one, quantity: 2 }])
    expect(linesOf(await cartOf(person))).toEqual({ [late]: 1 })
  })

  test('that has changed before it is checked out is not ordered, though the total is the same', async () => {
    const person = await signIn(stores.first)
    const [one = '', other = ''] = await stock(2)
    await put(person, [{ productId: one, quantity: 1 }])
    const body = await seen(person)
    // The other tab has the cart first; the checkout waits for it.
    const [placed, replaced] = await queueBehindLock(
      db(),
      sql`select from carts join accounts on id = account_id where email = ${person.email} for update of carts`,
      2,
      async () => {
        const replacing = put(person, [{ productId: other, quantity: 1 }], body.revision, 1)
        await expect.poll(() => countWaiting(db()), { interval: 5 }).toBe(1)
        return Promise.all([checkOut(person, body, 0), replacing])
      },
    )
    expect(replaced.status).toBe(200)
    expect([placed.status, placed.body.code]).toEqual([409, 'cart_changed'])
    expect(linesOf(await cartOf(person))).toEqual({ [other]: 1 })
    expect(await purchases(person)).toEqual([])
    expect(await availableOf([one, other])).toEqual([100, 100])
  })

  test('whatever changes it while it is checked out, each part is in the purchase or in the cart', async () => {
    const person = await signIn(stores.first)
    await race(20, async ({ number, together }) => {
      const [one = '', other = '', merged = '', late = ''] = await stock(4)
      const { revision } = await cartOf(person)
      const lines = [
        { productId: one, quantity: 2 },
        { productId: other, quantity: 3 },
      ]
      expect((await put(person, lines, revision)).status).toBe(200)
      const body = await seen(person)
      const visited = {
        lines: [
          { productId: merged, quantity: 4 },
          { productId: randomUUID(), quantity: 1 },
        ],
      }
      const merge = (at: number) => stores.by(person, at)('POST', '/cart/merge', visited)
      const [checkout, ...changes] = await together([
        () => checkOut(person, body, number),
        () => add(person, late, number + 1),
        () => merge(number),
        () => merge(number + 1),
      ])
      expect(changes.map(({ status }) => status)).toEqual([200, 200, 200])
      const cart = linesOf(await cartOf(person))
      const kept = { [merged]: 4, [late]: 1 }
      if (checkout?.status === 201) {
        expect(cart).toEqual(kept)
        expect(checkout.body.insertedIds).toHaveLength(2)
        await person.call('DELETE', `/purchase/${checkout.body.purchaseId}`)
      } else {
        expect(checkout?.body.code).toBe('cart_changed')
        expect(cart).toEqual({ ...kept, [one]: 2, [other]: 3 })
      }
    })
  })

  test('has an unpaid purchase put back once, however often it is asked for, next to what is added', async () => {
    const person = await signIn(stores.first)
    await race(10, async ({ number, together }) => {
      const [one = '', late = ''] = await stock(2)
      const { revision } = await cartOf(person)
      await put(person, [{ productId: one, quantity: 2 }], revision)
      const { purchaseId } = (await checkOut(person, await seen(person), number)).body
      const putBack = (at: number) => stores.by(person, at)('DELETE', `/purchase/${purchaseId}?toCart=1`)
      const [, ...responses] = await together([
        () => add(person, late, number),
        () => putBack(number),
        () => putBack(number + 1),
      ])
      expect(countOutcomes(responses)).toEqual({ '200': 1, '404 not_found': 1 })
      expect(linesOf(await cartOf(person))).toEqual({ [one]: 2, [late]: 1 })
      expect(await availableOf([one])).toEqual([100])
    })
  })
})
