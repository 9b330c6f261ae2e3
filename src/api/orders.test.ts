// Long because it is one subject on one open store: what calls do to an order from its placing to its list.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fewestStatements } from '../../tests/support/fewest-statements.ts'
import { newKey, order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let other: User
let admin: User

beforeAll(async () => {
  store = await openTestStore()
  customer = await signIn(store, { name: 'Casey Morgan' })
  other = await signIn(store)
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

const form = { customerPhone: '(217) 555-0100', customerAddress: '1 Main Street' }

async function available(productId: string): Promise<number> {
  return (await customer.call('GET', `/product/${productId}`)).body.available
}

describe('placing an order', () => {
  test('reserves the pieces and computes the total from the store’s own price', async () => {
    const productId = await stockProduct(store, { price: 19.99, available: 10 })
    const response = await customer.call('POST', '/order', {
      productId,
      orderQty: 3,
      totalPrice: 59.97,
      ...form,
    })
    expect(response.status).toBe(201)
    expect(await available(productId)).toBe(7)
    const [placed] = (await customer.call('GET', `/order/${customer.email}`)).body
    expect(placed).toMatchObject({
      _id: response.body.insertedId,
      totalPrice: 59.97,
      customerName: 'Casey Morgan',
      customerEmail: customer.email,
      orderQty: 3,
      paid: false,
      shipped: false,
    })
  })

  test('is refused once its session has ended in another process', async () => {
    const productId = await stockProduct(store, { available: 10 })
    const leaving = await signIn(store)
    expect((await leaving.call('POST', '/order', { productId, orderQty: 1, ...form })).status).toBe(201)

    await sql`delete from access_tokens using accounts where account_id = accounts.id and email = ${leaving.email}`.execute(
      store.db,
    )
    const response = await leaving.call('POST', '/order', { productId, orderQty: 1, ...form })
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(response.headers.get('www-authenticate')).toContain('Bearer')
    expect(await available(productId)).toBe(9)
  })

  test.each([
    ['insufficient_stock', { orderQty: 4 }],
    ['price_changed', { totalPrice: 1 }],
  ])('gets %s from the facts that refused it, without another query', async (code, over) => {
    const productId = await stockProduct(store, { available: 3 })
    const place = async () => {
      const response = await customer.call('POST', '/order', { productId, orderQty: 1, ...form, ...over })
      expect(response.body.code).toBe(code)
    }
    // The token, begin, the facts, and commit.
    expect(await fewestStatements(store, place)).toBe(4)
  })

  test('is prepared once per connection: planning the facts takes longer than reading them', async () => {
    const productId = await stockProduct(store, { available: 100 })
    for (let i = 0; i < 20; i += 1) await order(customer, productId)
    const { rows } = await sql<{ planned: number; reused: number }>`
      select custom_plans::integer as planned, generic_plans::integer as reused from pg_prepared_statements
      where name = 'lock-order-facts'`.execute(store.shop.db)
    // PostgreSQL plans a statement five times before it settles on one plan.
    expect(rows[0]?.planned).toBe(5)
    expect(rows[0]?.reused).toBeGreaterThan(0)
  })

  test('ignores paid, names and pictures from the browser', async () => {
    const productId = await stockProduct(store, { name: 'Oil Filter' })
    const response = await customer.call('POST', '/order', {
      productId,
      orderQty: 1,
      ...form,
      paid: true,
      shipped: true,
      transactionId: 'pi_mine',
      customerName: 'Somebody Else',
      customerEmail: other.email,
      productName: 'Gold Bar',
      picture: 'https://evil.example/x.png',
      _id: '00000000-0000-4000-8000-000000000000',
    })
    const placed = (await customer.call('GET', `/payment/${response.body.insertedId}`)).body
    expect(placed).toMatchObject({
      paid: false,
      shipped: false,
      customerName: 'Casey Morgan',
      productName: 'Oil Filter',
    })
    expect(placed.transactionId).toBeUndefined()
  })

  test('refuses a quantity below the minimum with its own message', async () => {
    const productId = await stockProduct(store, { minOrder: 5 })
    const response = await customer.call('POST', '/order', { productId, orderQty: 4, ...form })
    expect(response).toMatchObject({
      status: 422,
      body: { code: 'below_min_order', detail: 'Your Order less Than Our Minimum Order Requirement' },
    })
  })

  test('refuses a quantity above the stock with its own message', async () => {
    const productId = await stockProduct(store, { available: 3 })
    const response = await customer.call('POST', '/order', { productId, orderQty: 4, ...form })
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'insufficient_stock', detail: 'Your Order More Than Our Available Stock' },
    })
    expect(await available(productId)).toBe(3)
  })

  test('refuses a total that differs from the store’s, and stores nothing', async () => {
    const productId = await stockProduct(store, { price: 10, available: 5 })
    const response = await customer.call('POST', '/order', { productId, orderQty: 2, totalPrice: 2, ...form })
    expect(response).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(await available(productId)).toBe(5)
  })

  test('reports every missing field', async () => {
    const productId = await stockProduct(store)
    const response = await customer.call('POST', '/order', { productId, customerAddress: ' ' })
    expect(response.status).toBe(422)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    const fields = response.body.errors.map((e: { field: string }) => e.field)
    expect(fields).toEqual(expect.arrayContaining(['orderQty', 'customerPhone', 'customerAddress']))
  })

  test('accepts numbers as text and a total with binary dust, as published clients send them', async () => {
    const productId = await stockProduct(store, { price: 4.35, available: 10 })
    const order = { productId, orderQty: '3', totalPrice: 4.35 * 3, ...form }
    expect((await customer.call('POST', '/order', order)).status).toBe(201)
    expect((await customer.call('POST', '/order', { ...order, totalPrice: '13.05' })).status).toBe(201)
    expect((await customer.call('POST', '/order', { ...order, totalPrice: 13.04 })).status).toBe(409)
    expect(await available(productId)).toBe(4)
  })

  test.each([['2.5'], ['2e0'], [1.5], [Number.MAX_SAFE_INTEGER], [-1], [null], [0]])(
    'refuses %j as a quantity',
    async (orderQty) => {
      const productId = await stockProduct(store)
      const response = await customer.call('POST', '/order', { productId, orderQty, ...form })
      expect(response.status).toBe(422)
    },
  )

  test('returns 404 for a part that is missing, deleted or malformed', async () => {
    const productId = await stockProduct(store)
    await admin.call('DELETE', `/product/${productId}`)
    for (const id of [productId, '00000000-0000-4000-8000-000000000000', 'x'])
      expect((await customer.call('POST', '/order', { productId: id, orderQty: 1, ...form })).status).toBe(
        404,
      )
  })

  test('refuses a total that cannot be charged to a card', async () => {
    const cheap = await stockProduct(store, { price: 0.01 })
    const dear = await stockProduct(store, { price: 999_999.99 })
    for (const [productId, orderQty] of [
      [cheap, 49],
      [dear, 2],
    ])
      expect((await customer.call('POST', '/order', { productId, orderQty, ...form })).body.code).toBe(
        'total_out_of_range',
      )
  })

  test('refuses one more unpaid order than the store allows', async () => {
    const strict = await openTestStore({ LIMIT_UNPAID_ORDERS: '2' })
    const person = await signIn(strict)
    const productId = await stockProduct(strict)
    await order(person, productId)
    await order(person, productId)
    const third = await person.call('POST', '/order', { productId, orderQty: 1, ...form })
    expect(third).toMatchObject({ status: 429, body: { code: 'too_many_unpaid_orders' } })
    await strict.close()
  })
})

describe('the same Idempotency-Key', () => {
  test('leads to one order and the same response', async () => {
    const productId = await stockProduct(store, { available: 50 })
    const key = newKey()
    const body = { productId, orderQty: 2, ...form }
    const first = await customer.call('POST', '/order', body, key)
    const again = await customer.call('POST', '/order', body, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(await available(productId)).toBe(48)
  })

  test('is refused for another body', async () => {
    const productId = await stockProduct(store)
    const key = newKey()
    await customer.call('POST', '/order', { productId, orderQty: 2, ...form }, key)
    const response = await customer.call('POST', '/order', { productId, orderQty: 3, ...form }, key)
    expect(response).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })

  test('returns the first order even when the stock has run out since', async () => {
    const productId = await stockProduct(store, { available: 1 })
    const key = newKey()
    const body = { productId, orderQty: 1, ...form }
    const first = await customer.call('POST', '/order', body, key)
    const again = await customer.call('POST', '/order', body, key)
    expect(again.body).toEqual(first.body)
  })
})

describe('deleting an order', () => {
  test('releases the pieces exactly once', async () => {
    const productId = await stockProduct(store, { available: 10 })
    const id = await order(customer, productId, 4)
    expect(await customer.call('DELETE', `/order/${id}`)).toMatchObject({
      status: 200,
      body: { deletedCount: 1 },
    })
    expect((await customer.call('DELETE', `/order/${id}`)).status).toBe(404)
    expect(await available(productId)).toBe(10)
  })

  test('is for its owner and admins; to others it does not exist', async () => {
    const productId = await stockProduct(store)
    const id = await order(customer, productId)
    expect((await other.call('DELETE', `/order/${id}`)).status).toBe(404)
    expect((await admin.call('DELETE', `/order/${id}`)).status).toBe(200)
  })

  test('is refused once it is paid', async () => {
    const id = await orderPaid(store, customer, await stockProduct(store))
    expect(await customer.call('DELETE', `/order/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'order_is_paid' },
    })
  })
})

describe('shipping', () => {
  test('needs a paid order, happens once, and the customer sees it', async () => {
    const productId = await stockProduct(store)
    const unpaid = await order(customer, productId)
    expect(await admin.call('PATCH', `/order/shipped/${unpaid}`)).toMatchObject({
      status: 409,
      body: { code: 'not_paid' },
    })
    const id = await orderPaid(store, customer, productId)
    expect((await admin.call('PATCH', `/order/shipped/${id}`)).body).toEqual({ modifiedCount: 1 })
    expect((await admin.call('PATCH', `/order/shipped/${id}`)).body).toEqual({ modifiedCount: 0 })
    expect((await customer.call('GET', `/payment/${id}`)).body).toMatchObject({ paid: true, shipped: true })
  })

  test('may include a carrier and a tracking number, which the customer sees', async () => {
    const id = await orderPaid(store, customer, await stockProduct(store))
    const ship = (body: object) => admin.call('PATCH', `/order/shipped/${id}`, body)
    for (const [body, field] of [
      [{ carrier: 'UPS' }, 'trackingNumber'],
      [{ trackingNumber: '1Z9V41R70355019832' }, 'carrier'],
      [{ carrier: 'Pigeon', trackingNumber: '1Z9V41R70355019832' }, 'carrier'],
      [{ carrier: 'UPS', trackingNumber: '//evil.example' }, 'trackingNumber'],
      [{ carrier: 'UPS', trackingNumber: 'X'.repeat(41) }, 'trackingNumber'],
      [{ carrier: 'UPS', trackingNumber: 7 }, 'trackingNumber'],
    ] as const)
      expect(await ship(body)).toMatchObject({ status: 422, body: { errors: [{ field }] } })
    expect((await customer.call('GET', `/orders/${id}`)).body).toMatchObject({ shipped: false })

    const tracking = { carrier: 'UPS', trackingNumber: '1Z9V41R70355019832' }
    expect((await ship({ carrier: 'UPS', trackingNumber: ' 1z9v41r7 0355019832 ' })).body).toEqual({
      modifiedCount: 1,
    })
    expect((await customer.call('GET', `/orders/${id}`)).body).toMatchObject({ shipped: true, ...tracking })
    const again = await ship({ carrier: 'DHL', trackingNumber: '4419206753' })
    expect(again).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
    expect((await customer.call('GET', `/orders/${id}`)).body, 'a second number').toMatchObject(tracking)
    const noted = (await admin.call('GET', `/audit?q=${id}`)).body[0]
    expect(noted).toMatchObject({ action: 'ship_order', after: tracking })
  })

  test('an admin corrects a wrong tracking number, and the audit has both numbers', async () => {
    const id = await orderPaid(store, customer, await stockProduct(store))
    const correct = (who: User, trackingNumber: string) =>
      who.call('PATCH', `/order/tracking/${id}`, { carrier: 'FedEx', trackingNumber })
    expect(await correct(admin, '771904436218')).toMatchObject({ status: 409, body: { code: 'not_shipped' } })
    await admin.call('PATCH', `/order/shipped/${id}`)
    expect((await correct(customer, '771904436218')).status).toBe(403)
    expect((await correct(admin, 'no')).status).toBe(422)
    expect((await correct(admin, '771904436218')).body).toEqual({ modifiedCount: 1 })
    expect((await correct(admin, '7719 0443 6218')).body).toEqual({ modifiedCount: 0 })
    expect((await correct(admin, '771904436219')).body).toEqual({ modifiedCount: 1 })
    expect((await customer.call('GET', `/orders/${id}`)).body).toMatchObject({
      carrier: 'FedEx',
      trackingNumber: '771904436219',
    })
    const entries = (await admin.call('GET', `/audit?q=${id}`)).body
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: 'correct_tracking',
        before: { trackingNumber: '771904436218' },
        after: { trackingNumber: '771904436219' },
      },
      { action: 'correct_tracking', after: { carrier: 'FedEx', trackingNumber: '771904436218' } },
    ])
  })
})

describe('correcting the address of an order', () => {
  const NEW = { customerAddress: '2 Side Street\nPeoria, IL 61602', customerPhone: '+1 787 555 0100' }
  const correct = (who: User, id: string, body: object = NEW) =>
    who.call('PATCH', `/order/address/${id}`, body)

  test('works for its owner and for admins until it ships, and the audit has who, before and after', async () => {
    const id = await orderPaid(store, customer, await stockProduct(store))
    expect(await correct(customer, id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect((await correct(customer, id)).body, 'the same again').toEqual({ modifiedCount: 0 })
    expect((await customer.call('GET', `/orders/${id}`)).body).toMatchObject(NEW)
    const only = { customerAddress: '3 Far Road', paid: false, customerName: 'Somebody Else' }
    expect((await correct(admin, id, only)).body).toEqual({ modifiedCount: 1 })
    expect((await customer.call('GET', `/orders/${id}`)).body).toMatchObject({
      customerAddress: '3 Far Road',
      customerPhone: NEW.customerPhone,
      customerName: 'Casey Morgan',
      paid: true,
    })
    expect((await admin.call('GET', `/audit?q=${id}`)).body.slice(0, 2)).toMatchObject([
      {
        action: 'correct_address',
        actor: { email: admin.email },
        before: { address: NEW.customerAddress, phone: NEW.customerPhone },
        after: { address: '3 Far Road', phone: NEW.customerPhone },
      },
      {
        actor: { email: customer.email },
        before: { address: form.customerAddress, phone: form.customerPhone },
      },
    ])
    await admin.call('PATCH', `/order/shipped/${id}`)
    for (const who of [customer, admin])
      expect(await correct(who, id)).toMatchObject({ status: 409, body: { code: 'already_shipped' } })
    expect((await customer.call('GET', `/orders/${id}`)).body).toMatchObject({
      customerAddress: '3 Far Road',
    })
  })

  test('is refused for a deleted order and another customer’s exactly as for one that never existed', async () => {
    const productId = await stockProduct(store)
    const id = await order(customer, productId)
    const deleted = await order(customer, productId)
    await customer.call('DELETE', `/order/${deleted}`)
    const responses = [
      await correct(other, id),
      await correct(admin, deleted),
      await correct(customer, deleted),
    ]
    for (const { status, body } of responses)
      expect({ status, body }).toMatchObject({
        status: 404,
        body: { code: 'not_found', detail: 'There is no such order. It may have been deleted.' },
      })
    expect((await customer.call('GET', `/orders/${id}`)).body).toMatchObject(form)
  })

  test('changes nothing else: the database refuses another address once it shipped, and other names at any time', async () => {
    const id = await orderPaid(store, customer, await stockProduct(store))
    const change = (set: string) => sql.raw(`update orders set ${set} where id = '${id}'`).execute(store.db)
    await expect(change(`customer_name = 'Mallory'`)).rejects.toThrow('only moves forward')
    await change(`customer_address = '1 Main Street'`)
    await admin.call('PATCH', `/order/shipped/${id}`)
    for (const set of [`customer_address = '9 Late Lane'`, `customer_phone = '5550100'`])
      await expect(change(set)).rejects.toThrow('only moves forward')
  })
})

describe('one order', () => {
  test('is shown to its owner and to admins; for all others it does not exist', async () => {
    const productId = await stockProduct(store)
    const id = await order(customer, productId)
    const own = await customer.call('GET', `/orders/${id}`)
    expect(own).toMatchObject({ status: 200, body: { _id: id, number: expect.stringMatching(/^DL-\d+$/) } })
    expect((await admin.call('GET', `/orders/${id}`)).body).toEqual(own.body)
    const foreign = await other.call('GET', `/orders/${id}`)
    const { requestId: _a, instance: _b, ...refusal } = foreign.body
    expect(foreign.status).toBe(404)
    const deleted = await order(customer, productId)
    await customer.call('DELETE', `/order/${deleted}`)
    for (const [who, missing] of [
      [other, '00000000-0000-4000-8000-000000000000'],
      [other, 'DL-10001'],
      [customer, deleted],
      [admin, deleted],
    ] as const) {
      const response = await who.call('GET', `/orders/${missing}`)
      expect(response).toMatchObject({ status: 404, body: refusal })
    }
  })

  test('links to its part while the part is on sale', async () => {
    const productId = await stockProduct(store)
    const id = await order(customer, productId)
    const { partSlug } = (await customer.call('GET', `/orders/${id}`)).body
    expect(partSlug).toEqual(expect.stringMatching(/^ceramic-brake-pads/))
    const listed = async () =>
      (await customer.call('GET', `/order/${customer.email}?limit=1`)).body[0].partSlug
    expect(await listed()).toBe(partSlug)
    await admin.call('DELETE', `/product/${productId}`)
    expect((await customer.call('GET', `/orders/${id}`)).body).not.toHaveProperty('partSlug')
    expect(await listed()).toBeUndefined()
  })
})

describe('a customer’s own orders', () => {
  test('are found by number in any spelling, by part and by status, and those of others never', async () => {
    const buyer = await signIn(store)
    const pads = await order(buyer, await stockProduct(store, { name: 'Zirconium pads' }))
    const belt = await orderPaid(store, buyer, await stockProduct(store, { name: 'Timing belt' }))
    const foreign = await order(other, await stockProduct(store, { name: 'Zirconium pads' }))
    const numberOf = async (id: string) => (await admin.call('GET', `/orders/${id}`)).body.number.slice(3)
    const found = async (query: Record<string, string>) =>
      (await buyer.call('GET', `/order/${buyer.email}?${new URLSearchParams(query)}`)).body.map(
        ({ _id }: { _id: string }) => _id,
      )
    const number = await numberOf(belt)
    for (const q of [`DL-${number}`, `dl${number}`, `#${number}`, ` DL ${number} `, number])
      expect(await found({ q }), q).toEqual([belt])
    expect(await found({ q: await numberOf(foreign) })).toEqual([])
    expect(await found({ q: 'zirconium' })).toEqual([pads])
    expect(await found({ status: 'paid' })).toEqual([belt])
    expect(await found({ status: 'unpaid', q: 'belt' })).toEqual([])
    expect(await found({})).toEqual([belt, pads])
  })
})

describe('looking through all orders', () => {
  test('finds by status and by words, page by page', async () => {
    const productId = await stockProduct(store, { name: 'Unmistakable Widget 50%_off' })
    const first = await order(customer, productId)
    const second = await orderPaid(store, customer, productId)
    const listed = await admin.call('GET', `/orders?q=${encodeURIComponent('Widget 50%_')}`)
    expect(listed.body.map((o: { _id: string }) => o._id)).toEqual([second, first])
    const unpaid = await admin.call('GET', '/orders?q=Unmistakable&status=unpaid')
    expect(unpaid.body.map((o: { _id: string }) => o._id)).toEqual([first])
    const next = await admin.call('GET', `/orders?q=Unmistakable&limit=1&after=${second}`)
    expect(next.body.map((o: { _id: string }) => o._id)).toEqual([first])
  })

  test('finds the order of a number alone, in any spelling, and in the audit too', async () => {
    const id = await order(customer, await stockProduct(store))
    const { number } = (await admin.call('GET', `/orders/${id}`)).body
    const digits = number.slice(3)
    // A part whose name contains the number does not hide the order.
    await order(customer, await stockProduct(store, { name: `Bolt ${digits}` }))
    const found = async (query: Record<string, string>) =>
      (await admin.call('GET', `/orders?${new URLSearchParams(query)}`)).body.map(
        ({ _id }: { _id: string }) => _id,
      )
    for (const q of [number, number.toLowerCase(), `dl${digits}`, `#${digits}`, `${number} `, digits])
      expect(await found({ q, limit: '1' }), q).toEqual([id])
    expect(await found({ q: number, status: 'unpaid' })).toEqual([id])
    expect(await found({ q: number, status: 'shipped' })).toEqual([])
    expect(await found({ q: number, after: id })).toEqual([])
    expect(await found({ q: 'DL-999999999' })).toEqual([])
    const [entry] = (await admin.call('GET', `/audit?${new URLSearchParams({ q: number })}`)).body
    expect(entry).toMatchObject({ subject: { id, orderNumber: number }, action: 'place_order' })
  })
})
