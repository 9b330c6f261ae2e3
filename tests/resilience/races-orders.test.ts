import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { order, orderPaid, stockProduct } from '../support/orders.ts'
import { race } from '../support/race.ts'
import {
  expectEveryRule,
  openStorePair,
  type StorePair,
  countOutcomes,
  outcomeOf,
} from '../support/store-pair.ts'
import { type User, signIn, signInMany } from '../support/users.ts'

let stores: StorePair
let customer: User
let other: User
let admin: User

beforeAll(async () => {
  stores = await openStorePair()
  ;[customer, other, admin] = await Promise.all([
    signIn(stores.first),
    signIn(stores.first),
    signIn(stores.first, { admin: true }),
  ])
})
afterEach(() => expectEveryRule(stores.first))
afterAll(() => stores.close())

const db = () => stores.first.db
const place = (person: User, productId: string, at: number, orderQty = 1) =>
  stores.by(person, at)('POST', '/order', {
    productId,
    orderQty,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
const productRow = (id: string) =>
  db().selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ordersOf = (productId: string) =>
  db().selectFrom('orders').selectAll().where('product_id', '=', productId).execute()
const orderRow = (id: string) =>
  db().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('buyers of the last piece', () => {
  test('are served once: one gets the piece, the other is refused for insufficient stock', () =>
    race(40, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { available: 1 })
      const responses = await together([
        () => place(customer, productId, number),
        () => place(other, productId, number + 1),
      ])
      expect(countOutcomes(responses)).toEqual({ '201': 1, '409 insufficient_stock': 1 })
      const [placed, ...more] = await ordersOf(productId)
      expect(more).toEqual([])
      expect(placed?.id).toBe(responses.find(({ status }) => status === 201)?.body.insertedId)
      expect((await productRow(productId)).available).toBe(0)
    }))

  test('two hundred buyers of thirty-seven pieces place thirty-seven orders; the others are refused for insufficient stock', async () => {
    const buyers = await signInMany(stores.first, 200)
    await race(2, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { available: 37 })
      const responses = await together(
        buyers.map((buyer, i) => () => place(buyer, productId, number + i)),
        30,
      )
      expect(countOutcomes(responses)).toEqual({ '201': 37, '409 insufficient_stock': 163 })
      const sold = new Set(responses.flatMap(({ status, body }) => (status === 201 ? [body.insertedId] : [])))
      expect(new Set((await ordersOf(productId)).map(({ id }) => id))).toEqual(sold)
      expect((await productRow(productId)).available).toBe(0)
    })
  })
})

describe('ordering a part that is deleted at the same moment', () => {
  test('either places the order, which keeps its piece, or finds no such product', () =>
    race(40, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { available: 5 })
      const [ordered, deleted] = await together([
        () => place(customer, productId, number, 2),
        () => stores.by(admin, number + 1)('DELETE', `/product/${productId}`),
      ])
      expect(deleted).toMatchObject({ status: 200, body: { deletedCount: 1 } })
      const response = ordered ? outcomeOf(ordered) : 'nothing'
      expect(['201', '404 not_found']).toContain(response)
      const placed = await ordersOf(productId)
      const row = await productRow(productId)
      expect(row.deleted_at).not.toBeNull()
      if (response === '201') {
        expect(placed).toMatchObject([{ id: ordered?.body.insertedId, hold: 'held' }])
        expect(row.available).toBe(3)
      } else {
        expect(placed).toEqual([])
        expect(row.available).toBe(5)
      }
    }))

  test('either places the order, or finds no such product, when the part is hidden, and no order is placed afterwards', () =>
    race(40, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { available: 5 })
      const [ordered, hidden] = await together([
        () => place(customer, productId, number, 2),
        () => stores.by(admin, number + 1)('PATCH', `/product/${productId}/hidden`, { hidden: true }),
      ])
      expect(hidden).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
      const response = ordered ? outcomeOf(ordered) : 'nothing'
      expect(['201', '404 not_found']).toContain(response)
      expect(outcomeOf(await place(other, productId, number))).toBe('404 not_found')
      expect(outcomeOf(await place(other, productId, number + 1))).toBe('404 not_found')
      expect(await ordersOf(productId)).toHaveLength(response === '201' ? 1 : 0)
      expect((await productRow(productId)).available).toBe(response === '201' ? 3 : 5)
    }))

  test('twenty concurrent deletions of a product delete it once', () =>
    race(3, async ({ number, together }) => {
      const productId = await stockProduct(stores.first)
      const responses = await together(
        Array.from(
          { length: 20 },
          (_, i) => () => stores.by(admin, number + i)('DELETE', `/product/${productId}`),
        ),
      )
      expect(countOutcomes(responses)).toEqual({ '200': 1, '404 not_found': 19 })
    }))
})

describe('deleting an order', () => {
  test('deletes it once and releases its pieces once, however often it is called concurrently', () =>
    race(15, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { available: 10 })
      const id = await order(customer, productId, 4)
      // Half of them with a payment that must be canceled first.
      if (number % 2 === 0) {
        const intentAnswer = await customer.call('POST', '/create-payment-intent', {
          orderId: id,
          totalPrice: 102,
        })
        expect(intentAnswer.status).toBe(201)
      }
      const responses = await together(
        Array.from(
          { length: 8 },
          (_, i) => () => stores.by(i % 3 === 0 ? admin : customer, i)('DELETE', `/order/${id}`),
        ),
      )
      expect(countOutcomes(responses)).toEqual({ '200': 1, '404 not_found': 7 })
      expect((await productRow(productId)).available).toBe(10)
      expect(await orderRow(id)).toMatchObject({ hold: 'released', paid_at: null })
    }))
})

describe('shipping', () => {
  test('happens once when it is called twenty times concurrently', () =>
    race(5, async ({ together }) => {
      const id = await orderPaid(stores.first, customer, await stockProduct(stores.first))
      const responses = await together(
        Array.from({ length: 20 }, (_, i) => () => stores.by(admin, i)('PATCH', `/order/shipped/${id}`)),
      )
      expect(countOutcomes(responses)).toEqual({ '200': 20 })
      expect(responses.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
      expect((await orderRow(id)).shipped_at).not.toBeNull()
    }))

  test('stores one of two concurrent tracking numbers, and tells the other admin', () =>
    race(15, async ({ number, together }) => {
      const id = await orderPaid(stores.first, customer, await stockProduct(stores.first))
      const numbers = ['1Z9V41R70355019832', '1Z9V41R70355019833']
      const responses = await together(
        numbers.map(
          (trackingNumber, i) => () =>
            stores.by(admin, number + i)('PATCH', `/order/shipped/${id}`, { carrier: 'UPS', trackingNumber }),
        ),
      )
      expect(countOutcomes(responses)).toEqual({ '200': 2 })
      const won = responses.map(({ body }) => body.modifiedCount)
      expect(won.filter((modified) => modified === 1)).toHaveLength(1)
      const parcels = await db().selectFrom('shipments').selectAll().where('purchase_id', '=', id).execute()
      expect(parcels.map(({ tracking_number: sent }) => sent)).toEqual([numbers[won.indexOf(1)]])
    }))

  test('ships to the corrected address, or refuses the correction', () =>
    race(15, async ({ number, together }) => {
      const id = await orderPaid(stores.first, customer, await stockProduct(stores.first))
      const correct = (who: User, at: number, customerAddress: string) => () =>
        stores.by(who, at)('PATCH', `/order/address/${id}`, { customerAddress })
      const [shipped, ...corrected] = await together([
        () => stores.by(admin, number)('PATCH', `/order/shipped/${id}`),
        correct(customer, number + 1, '2 Side Street'),
        correct(admin, number, '2 Side Street'),
      ])
      expect(shipped?.body).toEqual({ modifiedCount: 1 })
      const changes = corrected.filter(({ status, body }) => status === 200 && body.modifiedCount === 1)
      expect(changes.length).toBeLessThanOrEqual(1)
      for (const response of corrected) expect(['200', '409 already_shipped']).toContain(outcomeOf(response))
      const { customer_address: address } = await orderRow(id)
      expect(address).toBe(changes.length === 1 ? '2 Side Street' : '1 Main Street')
      const steps = await db()
        .selectFrom('audit_entries')
        .select('action')
        .where('subject', '=', `order:${id}`)
        .where('action', 'in', ['ship_order', 'correct_address'])
        .orderBy('id')
        .execute()
      expect(steps.map(({ action }) => action)).toEqual([
        ...changes.map(() => 'correct_address'),
        'ship_order',
      ])
    }))

  test('a paid order that is shipped and deleted concurrently is shipped, and the deletion is refused', () =>
    race(15, async ({ number, together }) => {
      const id = await orderPaid(stores.first, customer, await stockProduct(stores.first))
      const responses = await together([
        () => stores.by(admin, number)('PATCH', `/order/shipped/${id}`),
        () => stores.by(customer, number + 1)('DELETE', `/order/${id}`),
      ])
      expect(responses.map(outcomeOf)).toEqual(['200', '409 order_is_paid'])
      const row = await orderRow(id)
      expect(row.shipped_at).not.toBeNull()
      expect(row.deleted_at).toBeNull()
    }))

  test('an unpaid order that is shipped and deleted concurrently is deleted, and the shipment is refused', () =>
    race(15, async ({ number, together }) => {
      const id = await order(customer, await stockProduct(stores.first))
      const [shipped, deleted] = await together([
        () => stores.by(admin, number)('PATCH', `/order/shipped/${id}`),
        () => stores.by(customer, number + 1)('DELETE', `/order/${id}`),
      ])
      expect(['409 not_paid', '404 not_found']).toContain(shipped && outcomeOf(shipped))
      expect(deleted).toMatchObject({ status: 200, body: { deletedCount: 1 } })
      expect(await orderRow(id)).toMatchObject({ shipped_at: null, paid_at: null, hold: 'released' })
    }))
})
