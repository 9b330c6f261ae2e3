// Long because it has the life of a purchase, from its lists to its refund.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireHolds } from '#domain/payments/expire-holds.server.ts'
import { processProviderEvents } from '#domain/payments/process-provider-events.server.ts'
import { reconcilePayments } from '#domain/payments/reconcile-payments.server.ts'
import { confirmPayment, simulatorOf, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { charge, order, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { purchase } from '../../tests/support/purchases.ts'
import { stripeAt } from '../../tests/support/running-simulator.ts'
import { expectEveryRule } from '../../tests/support/store-pair.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User
let pads: string
let rotors: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())
beforeEach(async () => {
  customer = await signIn(store)
  pads = await stockProduct(store, { name: 'Ceramic Brake Pads', price: 38.9, available: 10 })
  rotors = await stockProduct(store, { name: 'Vented Rotor', price: 0.4, available: 10 })
})

/** 2 × $38.90 with a deposit of $5.00 each, 1 × $0.40, tax of $5.45, delivery $9.99: $103.64. */
const brakes = (person = customer) =>
  purchase(store, person, [
    { productId: pads, quantity: 2, coreUnitCents: 500, taxCents: 545 },
    { productId: rotors },
  ])
const shown = async (id: string, person = customer) => (await person.call('GET', `/purchase/${id}`)).body
const stock = async (id: string) => (await admin.call('GET', `/product/${id}`)).body.available
const endHold = (id: string) =>
  sql`update orders set hold_expires_at = now() - interval '1 second' where purchase_id = ${id}`.execute(
    store.db,
  )
async function paid(card?: string) {
  const placed = await brakes()
  const { transactionId } = await charge(store, customer, placed.id, card)
  expect((await confirmPayment(customer, placed.id, transactionId)).body).toEqual({ modifiedCount: 1 })
  return { ...placed, transactionId }
}

describe('a purchase of several parts', () => {
  test('is shown whole by its id and by that of each order', async () => {
    const { id, orderIds, number } = await brakes()
    expect(orderIds).toHaveLength(2)
    for (const one of orderIds) expect(await shown(one)).toEqual(await shown(id))
    expect(await shown(id)).toMatchObject({
      _id: id,
      number,
      status: 'unpaid',
      heldUntil: expect.any(String),
      lines: [
        {
          orderId: id,
          name: 'Ceramic Brake Pads',
          quantity: 2,
          price: 38.9,
          lineTotal: 77.8,
          coreDeposit: 5,
          tax: 5.45,
        },
        { name: 'Vented Rotor', quantity: 1, price: 0.4, lineTotal: 0.4, tax: 0, shippedQty: 0 },
      ],
      parts: 78.2,
      coreDeposits: 10,
      delivery: { name: 'Ground', price: 9.99 },
      tax: 5.45,
      taxIncluded: false,
      total: 103.64,
      refunded: 0,
      paid: false,
      shipments: [],
    })
    expect([await stock(pads), await stock(rotors)]).toEqual([8, 9])
  })

  test('is listed with an order for each part, which names the purchase', async () => {
    const { id, orderIds, number } = await brakes()
    const orders = (await customer.call('GET', `/order/${customer.email}`)).body
    expect(orders.map((one: { number: string }) => one.number).toSorted()).toEqual([
      `${number}-1`,
      `${number}-2`,
    ])
    for (const one of orders) expect(one.purchase).toEqual({ _id: id, number, parts: 2, total: 103.64 })
    expect((await customer.call('GET', '/purchases/mine')).body).toEqual([await shown(id)])
    expect((await customer.call('GET', '/purchases/mine?q=rotor')).body).toHaveLength(1)
    expect((await customer.call('GET', '/purchases/mine?q=caliper')).body).toEqual([])
    for (const q of [number, `${number}-2`, orderIds[1], 'vented rot', customer.email]) {
      const [found] = (await admin.call('GET', `/purchases?q=${encodeURIComponent(q ?? '')}&limit=1`)).body
      expect(found, q).toMatchObject({ _id: id, lines: [{}, {}] })
    }
  })

  test('does not exist for other customers', async () => {
    const { id } = await brakes()
    const other = await signIn(store)
    const missing = await other.call('GET', '/purchase/ffffffff-ffff-4fff-bfff-ffffffffffff')
    for (const method of ['GET', 'DELETE'] as const) {
      const response = await other.call(method, `/purchase/${id}`)
      expectProblem(response, 404, 'not_found')
      expect(response.body.detail).toBe(missing.body.detail)
    }
    expect((await other.call('GET', '/purchases/mine')).body).toEqual([])
  })

  test('is paid once, as a whole, by its own total', async () => {
    const { id, orderIds, total } = await brakes()
    const [, second = ''] = orderIds
    const intent = (orderId: string, totalPrice: number) =>
      customer.call('POST', '/create-payment-intent', { orderId, totalPrice })
    expectProblem(await intent(second, total), 409, 'part_of_purchase')
    expectProblem(await intent(id, 77.8), 422, 'invalid_input')
    const { transactionId } = await charge(store, customer, id)
    const results = await Promise.all([id, second].map((one) => confirmPayment(customer, one, transactionId)))
    expect(results.map(({ body }) => body.modifiedCount)).toEqual(expect.arrayContaining([0, 1]))
    expect(await shown(id)).toMatchObject({ status: 'paid', paid: true, transactionId })
    for (const one of orderIds)
      expect((await customer.call('GET', `/orders/${one}`)).body).toMatchObject({ paid: true, transactionId })
    expectProblem(await intent(id, total), 409, 'already_paid')
    expectProblem(await customer.call('DELETE', `/purchase/${id}`), 409, 'order_is_paid')
  })

  test('is found for payment by its total alone', async () => {
    const { id, total } = await brakes()
    await order(customer, pads)
    const response = await customer.call('POST', '/create-payment-intent', { totalPrice: total })
    expect(response.body).toMatchObject({ orderId: id })
  })

  test('is deleted whole, and its parts only with it', async () => {
    const { id, orderIds } = await brakes()
    for (const one of orderIds)
      expectProblem(await customer.call('DELETE', `/order/${one}`), 409, 'part_of_purchase')
    expect((await customer.call('DELETE', `/purchase/${orderIds[1]}`)).body).toEqual({ deletedCount: 2 })
    expect([await stock(pads), await stock(rotors)]).toEqual([10, 10])
    expectProblem(await customer.call('GET', `/purchase/${id}`), 404, 'not_found')
    for (const one of orderIds) expectProblem(await customer.call('GET', `/orders/${one}`), 404)
  })

  test('is held and released as a whole, and paid again only while all of it is there', async () => {
    const { id, total } = await brakes()
    await endHold(id)
    await Promise.all([expireHolds(store.shop), expireHolds(store.shop)])
    expect([await stock(pads), await stock(rotors)]).toEqual([10, 10])
    expect(await shown(id)).not.toHaveProperty('heldUntil')
    await order(await signIn(store), pads, 9)
    const refused = await customer.call('POST', '/create-payment-intent', { orderId: id, totalPrice: total })
    expectProblem(refused, 409, 'insufficient_stock')
    expect(refused.body.errors[0].field).toBe(`lines.${pads}`)
    expect(refused.body.detail).toContain('Ceramic Brake Pads')
    expect(await stock(rotors)).toBe(10)
    await admin.call('PATCH', `/product/${pads}/stock`, { quantity: 5 })
    await charge(store, customer, id)
    expect([await stock(pads), await stock(rotors)]).toEqual([4, 9])
  })

  test('counts once among unpaid orders, however many parts it has', async () => {
    const { id } = await brakes()
    const { rows } = await sql<{ count: number }>`
      select count_unpaid_orders(account_id, 100)::integer as count from orders where id = ${id}`.execute(
      store.db,
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  test('ships part by part', async () => {
    const { id, orderIds } = await paid()
    const [first = '', second = ''] = orderIds
    await admin.call('PATCH', `/order/shipped/${second}`, { carrier: 'UPS', trackingNumber: '1Z999' })
    expect(await shown(id)).toMatchObject({
      status: 'partly_shipped',
      lines: [{ shippedQty: 0 }, { shippedQty: 1 }],
      shipments: [{ carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: expect.stringContaining('1Z999') }],
    })
    const statuses = async (status: string) =>
      (await admin.call('GET', `/purchases?status=${status}&q=${customer.email}`)).body.length
    expect([await statuses('partly_shipped'), await statuses('paid'), await statuses('shipped')]).toEqual([
      1, 0, 0,
    ])
    await sendOrderMails(store)
    const shippedMail = (await mailsTo(store, customer.email)).find(({ subject }) =>
      subject.includes('shipped'),
    )
    expect(shippedMail?.text).toContain('Still to come: 2 pieces of Ceramic Brake Pads')
    await admin.call('PATCH', `/order/shipped/${first}`)
    expect(await shown(id)).toMatchObject({ status: 'shipped', shipments: [{}, {}] })
  })

  test('leads to one email of each kind, with all parts and what they cost', async () => {
    const { number } = await paid()
    await sendOrderMails(store)
    const mails = await mailsTo(store, customer.email)
    expect(mails.map(({ subject }) => subject).filter((subject) => subject.includes(number))).toHaveLength(1)
    const [receipt] = mails.filter(({ subject }) => subject.includes('receipt'))
    for (const text of [
      'Ceramic Brake Pads',
      'Vented Rotor',
      'Delivery: Ground: $9.99',
      'Tax: $5.45',
      '$103.64',
    ])
      expect(receipt?.text).toContain(text)
    expect(receipt?.text).toContain('Core deposits (refundable): $10.00')
  })
})

describe('a refund at the card provider', () => {
  const refund = (intent: string, amount?: number) =>
    stripeAt(simulatorOf(store)).refunds.create({
      payment_intent: intent,
      ...(amount !== undefined && { amount }),
    })

  test('of a part of the payment refunds no order whole', async () => {
    const { id, orderIds, transactionId } = await paid()
    await refund(transactionId, 10_363)
    await processProviderEvents(store.shop)
    expect(await shown(id)).toMatchObject({ refunded: 103.63, status: 'paid' })
    for (const one of orderIds)
      expect((await customer.call('GET', `/orders/${one}`)).body).not.toHaveProperty('refunded')
    expect((await admin.call('PATCH', `/order/shipped/${orderIds[1]}`)).status).toBe(200)
  })

  test('of all of it refunds every order, which is no longer shipped', async () => {
    const { id, orderIds, transactionId } = await paid()
    await refund(transactionId)
    await reconcilePayments(store.shop)
    await processProviderEvents(store.shop)
    expect(await shown(id)).toMatchObject({ refunded: 103.64, status: 'refunded' })
    const late = { customerAddress: '2 Side Street, Peoria, IL 61602' }
    expectProblem(await customer.call('PATCH', `/order/address/${id}`, late), 409, 'already_shipped')
    for (const one of orderIds) {
      expect((await customer.call('GET', `/orders/${one}`)).body).toMatchObject({ refunded: true })
      expectProblem(await admin.call('PATCH', `/order/shipped/${one}`), 409, 'order_refunded')
    }
  })
})

describe('the address of a purchase', () => {
  const correct = (id: string, customerAddress: string, person = customer) =>
    person.call('PATCH', `/order/address/${id}`, { customerAddress })

  test('is corrected for all that has not shipped, within the state and ZIP of its price', async () => {
    const { id, orderIds } = await paid()
    const [first = '', second = ''] = orderIds
    await admin.call('PATCH', `/order/shipped/${first}`)
    for (const elsewhere of [
      '1 Main Street, Springfield, IL 62701',
      '1 Main Street, Peoria, AZ 61602',
      'Nowhere',
      // Its ZIP and state are named, and are not where it goes.
      '12 Elm Street\nLos Angeles, CA 90012\n(order of IL 61602)',
      'IL 61602\n12 Elm Street\nLos Angeles, CA 90012',
      '12 Elm Street, IL 61602\nLos Angeles, California 90012-1234',
      'Peoria, IL 61602\n1 King Street\nToronto, Canada',
      '1 Main Street\nPeoria, IL 61603\nIL 61602',
      '12 Elm Street, Los Angeles CA90012\nIL 61602',
    ])
      expectProblem(await correct(id, elsewhere), 409, 'address_is_priced')
    for (const same of [
      '2 Side Street\nPeoria, Illinois 61602\nUSA',
      '61603 Side Street\nPeoria, IL 61602',
      '2 Side Street, Peoria, il 61602-1234',
    ])
      expect((await correct(first, same)).body, same).toEqual({ modifiedCount: 1 })
    const addressOf = async (one: string) =>
      (await customer.call('GET', `/orders/${one}`)).body.customerAddress
    expect(await addressOf(first)).toContain('1 Main Street')
    expect(await addressOf(second)).toContain('2 Side Street')
    expect((await shown(id)).address).toContain('2 Side Street')
    const { body } = await correct(id, 'Nowhere', admin)
    expect(body.detail).toContain('cancel what has not shipped, and ask the customer to order again.')
  })
})

test('an order of one part is a purchase of its own, whose calls are as before', async () => {
  const id = await order(customer, pads, 2)
  const [listed] = (await customer.call('GET', `/order/${customer.email}`)).body
  expect(listed).not.toHaveProperty('purchase')
  expect(await shown(id)).toMatchObject({
    _id: id,
    number: listed.number,
    total: 77.8,
    taxIncluded: true,
    tax: 0,
  })
  expect(await shown(id)).not.toHaveProperty('delivery')
  expect((await customer.call('DELETE', `/order/${id}`)).body).toEqual({ deletedCount: 1 })
})

test('every rule of the store holds afterwards', async () => {
  await paid()
  await expectEveryRule(store)
})
