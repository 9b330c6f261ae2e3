// Long because every change that the audit records is tried here, each with exactly its rows.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireHolds } from '#domain/payments/expire-holds.server.ts'
import { sendDueRefunds } from '#domain/payments/send-refunds.server.ts'
import { settlePayment } from '#domain/payments/settle-payment.server.ts'
import { makeAdmin } from '#ops/make-admin.ts'
import { charge, order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type ApiResponse, type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User
const picture = '/images/0123456789abcdef0123456789abcdef-400x300.webp'

beforeAll(async () => {
  // No webhooks: each test decides when the provider's news arrives.
  store = await openTestStore({ SIMULATOR_FAULTS: 'lose-webhook=always' })
  ;[customer, admin] = await Promise.all([
    signIn(store, { name: 'Casey Morgan' }),
    signIn(store, { admin: true, name: 'Alex Rivera' }),
  ])
  await store.db
    .insertInto('images')
    .values({ key: '0123456789abcdef0123456789abcdef-400x300', width: 400, height: 300, uploaded_by: null })
    .execute()
})
afterAll(() => store.close())

const audit = async (query: Record<string, string> = {}) =>
  (await admin.call('GET', `/audit?${new URLSearchParams(query)}`)).body
const newest = async () => (await audit({ limit: '1' }))[0]?._id ?? '0'
const product = { picture, name: 'Timing Belt Kit', about: 'With tensioner.', price: 129.99, minOrder: 1 }
const done = async (response: Promise<ApiResponse>) => {
  const { status, body } = await response
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
const endHold = (id: string) =>
  sql`update orders set hold_expires_at = now() - interval '1 second' where id = ${id}`.execute(store.db)
/** An order that was deleted while its card was charged: the charge must be refunded. */
const chargedAndGone = async () => {
  const id = await order(customer, await stockProduct(store))
  const { transactionId } = await charge(store, customer, id)
  await sql`update payments set state = 'canceled' where order_id = ${id}`.execute(store.db)
  await sql`update orders set deleted_at = now(), hold = 'released' where id = ${id}`.execute(store.db)
  return { id, transactionId }
}

/** Each change: its preparation, the change itself, and the rows that it must write. */
const changes: [string, () => Promise<() => Promise<unknown>>, string[]][] = [
  [
    'placing an order',
    async () => {
      const productId = await stockProduct(store)
      return () => order(customer, productId)
    },
    ['place_order'],
  ],
  [
    'deleting an order',
    async () => {
      const id = await order(customer, await stockProduct(store))
      return () => done(customer.call('DELETE', `/order/${id}`))
    },
    ['delete_order'],
  ],
  [
    'the end of a hold',
    async () => {
      await endHold(await order(customer, await stockProduct(store)))
      return () => expireHolds(store.shop)
    },
    ['lapse_hold'],
  ],
  [
    'starting to pay after the end of the hold',
    async () => {
      const id = await order(customer, await stockProduct(store))
      await endHold(id)
      await expireHolds(store.shop)
      return () => done(customer.call('POST', '/create-payment-intent', { orderId: id, totalPrice: 25.5 }))
    },
    ['retake_hold'],
  ],
  [
    'paying an order, reported twice',
    async () => {
      const orderId = await order(customer, await stockProduct(store))
      const { transactionId } = await charge(store, customer, orderId)
      const report = () => done(customer.call('PATCH', `/order/${orderId}`, { orderId, transactionId }))
      return () => Promise.all([report(), report()])
    },
    ['pay_order'],
  ],
  [
    'a declined card',
    async () => {
      const orderId = await order(customer, await stockProduct(store))
      return () => charge(store, customer, orderId, '4000000000000002')
    },
    [],
  ],
  [
    'a charge that finds no order, and its refund, requested twice',
    async () => {
      const { transactionId } = await chargedAndGone()
      return async () => {
        await settlePayment(store.shop, await store.shop.payments.retrieveIntent(transactionId))
        await Promise.all([sendDueRefunds(store.shop), sendDueRefunds(store.shop)])
      }
    },
    ['refund_due', 'refund_payment'],
  ],
  [
    'a charge of another amount, reported twice',
    async () => {
      const orderId = await order(customer, await stockProduct(store))
      const { transactionId } = await charge(store, customer, orderId)
      await sql`update simulator.intents set amount = amount + 1 where id = ${transactionId}`.execute(
        store.db,
      )
      const report = () => customer.call('PATCH', `/order/${orderId}`, { orderId, transactionId })
      return () => Promise.all([report(), report(), report()])
    },
    ['payment_mismatch', 'refund_payment'],
  ],
  [
    'shipping an order, twice',
    async () => {
      const id = await orderPaid(store, customer, await stockProduct(store))
      const ship = () => done(admin.call('PATCH', `/order/shipped/${id}`))
      return () => Promise.all([ship(), ship()])
    },
    ['ship_order'],
  ],
  [
    'adding a product',
    async () => () => done(admin.call('POST', '/product', { ...product, available: 10 })),
    ['add_product'],
  ],
  [
    'changing a product',
    async () => {
      const id = await stockProduct(store)
      return () => done(admin.call('PUT', `/product/${id}`, product))
    },
    ['edit_product'],
  ],
  [
    'changing a price, twice',
    async () => {
      const id = await stockProduct(store, { price: 10 })
      const reprice = () => done(admin.call('PATCH', `/product/${id}/price`, { price: 11, was: 10 }))
      return () => Promise.all([reprice(), reprice()])
    },
    ['edit_product'],
  ],
  [
    'restocking a product, twice with the same key',
    async () => {
      const id = await stockProduct(store)
      const key = { 'Idempotency-Key': `delivery-${id}` }
      const restock = () => done(admin.call('PATCH', `/product/${id}/stock`, { quantity: 5 }, key))
      return () => Promise.all([restock(), restock()])
    },
    ['restock_product'],
  ],
  [
    'deleting a product',
    async () => {
      const id = await stockProduct(store)
      return () => done(admin.call('DELETE', `/product/${id}`))
    },
    ['delete_product'],
  ],
  [
    'making an admin, twice',
    async () => {
      const { email } = await signIn(store)
      const promote = () => done(admin.call('PUT', `/user/admin/${email}`))
      return () => Promise.all([promote(), promote()])
    },
    ['promote'],
  ],
  [
    'making an admin at the command line',
    async () => {
      const { email } = await signIn(store)
      return () => makeAdmin(store.db, email)
    },
    ['promote'],
  ],
  [
    'revoking the role in the database',
    async () => {
      const { email } = await signIn(store, { admin: true })
      return () =>
        store.db.updateTable('accounts').set({ role: 'customer' }).where('email', '=', email).execute()
    },
    ['demote'],
  ],
  [
    'a profile, a review and looking around',
    async () => async () => {
      const { email } = customer
      const profile = {
        education: 'x',
        address: 'x',
        phone: '555-0100',
        linkedIn: 'https://linkedin.com/in/x',
      }
      await done(customer.call('PUT', `/updateUser/${email}`, profile))
      await done(customer.call('POST', '/review', { rating: 5, text: 'Fits.' }))
      await done(admin.call('GET', '/orders'))
    },
    [],
  ],
]

test.each(changes)('%s writes exactly its rows', async (_, prepare, expected) => {
  const change = await prepare()
  const before = await newest()
  await change()
  const written = (await audit()).filter((entry: { _id: string }) => BigInt(entry._id) > BigInt(before))
  expect(written.map((entry: { action: string }) => entry.action).toReversed()).toEqual(expected)
})

test('the rows record who, when, and the state before and after', async () => {
  const productId = await stockProduct(store, { available: 10, name: 'Oil Filter' })
  const startedAt = Date.now()
  const id = await order(customer, productId, 4)
  const [entry] = await audit({ q: id })
  expect(entry).toMatchObject({
    action: 'place_order',
    actor: { name: 'Casey Morgan', email: customer.email },
    subject: { kind: 'order', id, name: 'Oil Filter', there: true },
    before: { available: 10 },
    after: { available: 6, totalCents: 10_200 },
  })
  expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(startedAt - 1)
  expect(Date.parse(entry.at)).toBeLessThanOrEqual(Date.now())
  await done(customer.call('DELETE', `/order/${id}`))
  expect((await audit({ q: id }))[0].subject.there).toBe(false)
})

test('an edit of a product records what it changed, and nothing else', async () => {
  const id = await stockProduct(store, { name: 'Oil Filter', price: 25.5 })
  const { _id: _, available: __, ...now } = (await customer.call('GET', `/product/${id}`)).body
  await done(admin.call('PUT', `/product/${id}`, { ...now, name: 'Air Filter', about: 'Of paper.', picture }))
  await done(admin.call('PUT', `/product/${id}`, { ...now, name: 'Air Filter', about: 'Of paper.', picture }))
  const [entry, added] = await audit({ q: id })
  expect(added.action).toBe('add_product')
  const same = { price: 25.5, minOrder: now.minOrder }
  expect(entry).toMatchObject({
    before: { ...same, name: 'Oil Filter' },
    after: { ...same, name: 'Air Filter', about: 'changed', picture: 'changed' },
  })
})

describe('searching', () => {
  const actionsOf = async (query: Record<string, string>) =>
    (await audit(query)).map((entry: { action: string }) => entry.action)

  test('finds by the whole id of an order, a product, an account or a transaction', async () => {
    const person = await signIn(store)
    const productId = await stockProduct(store)
    const id = await order(person, productId)
    const { transactionId } = await charge(store, person, id)
    await done(person.call('PATCH', `/order/${id}`, { orderId: id, transactionId }))
    const account = await store.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    expect(await actionsOf({ q: id })).toEqual(['pay_order', 'place_order'])
    expect(await actionsOf({ q: id.toUpperCase() })).toEqual(['pay_order', 'place_order'])
    expect(await actionsOf({ q: productId })).toEqual(['add_product'])
    expect(await actionsOf({ q: account.id })).toEqual(['pay_order', 'place_order'])
    expect(await actionsOf({ q: transactionId })).toEqual(['pay_order', 'place_order'])
    expect(await actionsOf({ q: id.slice(0, 8) })).toEqual([])
  })

  test('finds by an email what this person did and what happened to their orders', async () => {
    const person = await signIn(store)
    const id = await orderPaid(store, person, await stockProduct(store))
    await done(admin.call('PATCH', `/order/shipped/${id}`))
    await makeAdmin(store.db, person.email)
    for (const q of [person.email, person.email.slice(0, 8)])
      expect(await actionsOf({ q })).toEqual(['promote', 'ship_order', 'pay_order', 'place_order'])
    expect(await actionsOf({ q: person.email, kind: 'money' })).toEqual(['pay_order'])
    expect(await actionsOf({ q: person.email, subject: 'account' })).toEqual(['promote'])
  })

  test('takes input literally, and refuses unknown filters', async () => {
    expect(await actionsOf({ q: '%' })).toEqual([])
    expect(await actionsOf({ q: "order:1' or '1'='1" })).toEqual([])
    expect((await admin.call('GET', '/audit?kind=secret')).status).toBe(422)
    expect((await admin.call('GET', '/audit?after=99999999999999999999')).status).toBe(422)
  })

  test('shows rows whose subject has an unknown form', async () => {
    await sql`insert into audit_entries (action, subject) values ('older_than_us', 'order:1'), ('x', 'account:'), ('y', '')`.execute(
      store.db,
    )
    expect((await audit({ limit: '3' })).map((entry: any) => entry.subject)).toEqual([
      { kind: '', id: '', name: '', there: false },
      { kind: 'account', id: '', name: '', there: false },
      { kind: 'order', id: '1', name: '', there: false },
    ])
  })
})
