import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseCustomers } from '#domain/orders/erase-former-customers.server.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User
let productId: string

beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true, name: 'Ada Admin' })
  productId = await stockProduct(store, { price: 20, available: 100_000 })
})
afterAll(() => store.close())
beforeEach(async () => {
  customer = await signIn(store, { name: 'Casey Morgan' })
})

const record = async (id: string) => (await admin.call('GET', `/orders/${id}/record`)).body
const again = (id: string, kind: string, about?: string) =>
  admin.call('POST', `/orders/${id}/mails`, { kind, ...(about && { about }) })
/** As closing it leaves the row. */
const closeAccountOf = ({ email }: User) =>
  store.db
    .updateTable('accounts')
    .set({ closed_at: new Date(), name: 'Former customer', email: `deleted-${email}@deleted.invalid` })
    .where('email', '=', email)
    .execute()

describe('the customer of an order', () => {
  test('is shown with the other orders, their number and what was paid', async () => {
    const [first, second] = [await orderPaid(store, customer, productId), await order(customer, productId)]
    const deleted = await order(customer, productId)
    await customer.call('DELETE', `/order/${deleted}`)
    await order(await signIn(store), productId)
    const shown = await record(first)
    expect(shown.customer).toMatchObject({ name: 'Casey Morgan', closed: false, orders: 2, spent: 20 })
    expect(shown.otherOrders.map(({ _id }: { _id: string }) => _id)).toEqual([second])
  })

  test('has orders to ship together: paid, not shipped, to the same address in any spelling', async () => {
    const id = await orderPaid(store, customer, productId)
    const [same, elsewhere, shipped] = [
      await orderPaid(store, customer, productId),
      await orderPaid(store, customer, productId),
      await orderPaid(store, customer, productId),
    ]
    await order(customer, productId)
    const { customerAddress: address } = (await admin.call('GET', `/orders/${id}`)).body
    const correct = (of: string, customerAddress: string) =>
      admin.call('PATCH', `/order/address/${of}`, { customerAddress })
    await correct(same, `${address.toUpperCase().replaceAll(' ', '\n')} `)
    await correct(elsewhere, '9 Other Street')
    await admin.call('PATCH', `/order/shipped/${shipped}`)
    const { together } = await record(id)
    expect(together.map(({ _id }: { _id: string }) => _id)).toEqual([same])
    expect((await record(shipped)).together).toEqual([])
  })
})

describe('notes of an order', () => {
  test('have author and time, newest first, and are in nothing that the customer reads', async () => {
    const id = await order(customer, productId)
    for (const text of ['  Call first ', 'Called: Tuesday'])
      expect((await admin.call('POST', `/orders/${id}/notes`, { text })).status).toBe(201)
    const { notes } = await record(id)
    expect(notes).toMatchObject([
      { text: 'Called: Tuesday', author: { name: 'Ada Admin', email: admin.email } },
      { text: 'Call first' },
    ])
    expect(JSON.stringify((await customer.call('GET', `/orders/${id}`)).body)).not.toContain('Call')
    expectProblem(await customer.call('GET', `/orders/${id}/record`), 403, 'forbidden')
  })

  test('are bounded, each and together, and need an order', async () => {
    const id = await order(customer, productId)
    for (const text of ['', '  ', 'x'.repeat(1001)])
      expectProblem(await admin.call('POST', `/orders/${id}/notes`, { text }), 422, 'invalid_input')
    const { _id: authorId } = (await admin.call('GET', `/user/${admin.email}`)).body
    await store.db
      .insertInto('order_notes')
      .values(Array.from({ length: 99 }, () => ({ order_id: id, author_id: authorId, text: 'x' })))
      .execute()
    const statuses = await Promise.all(
      ['a', 'b', 'c'].map(async (text) => (await admin.call('POST', `/orders/${id}/notes`, { text })).status),
    )
    expect(
      statuses.toSorted((a, b) => a - b),
      'three at once',
    ).toEqual([201, 409, 409])
    await customer.call('DELETE', `/order/${id}`)
    expectProblem(await admin.call('POST', `/orders/${id}/notes`, { text: 'late' }), 404, 'not_found')
  })

  test('go when a former customer is erased from the order', async () => {
    const [gone, kept] = [await order(customer, productId), await orderPaid(store, customer, productId)]
    for (const id of [gone, kept]) await admin.call('POST', `/orders/${id}/notes`, { text: 'Lives at 9' })
    await customer.call('DELETE', `/order/${gone}`)
    await closeAccountOf(customer)
    await eraseCustomers(store.db, null)
    const left = await store.db
      .selectFrom('order_notes')
      .select('order_id')
      .where('order_id', 'in', [gone, kept])
      .execute()
    expect(left).toEqual([{ order_id: kept }])
  })
})

describe('the history of an order', () => {
  test('has its changes with who made them, and its emails', async () => {
    const id = await orderPaid(store, customer, productId)
    await admin.call('PATCH', `/order/address/${id}`, { customerAddress: '7 Right Street' })
    await admin.call('PATCH', `/order/shipped/${id}`)
    await sendOrderMails(store)
    const { changes, mails } = await record(id)
    expect(changes.map(({ action }: { action: string }) => action)).toEqual([
      'ship_order',
      'correct_address',
      'pay_order',
      'place_order',
    ])
    expect(changes[1]).toMatchObject({
      actor: { name: 'Ada Admin' },
      after: { address: '7 Right Street' },
    })
    expect(mails.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['order_paid', 'address_corrected', 'order_shipped']),
    )
    expect(mails.find(({ kind }: { kind: string }) => kind === 'order_placed')).toMatchObject({
      skipped: 'paid meanwhile',
    })
  })
})

describe('an email that is sent again', () => {
  const subjects = async () => (await mailsTo(store, customer.email)).map(({ subject }) => subject)

  test('reaches the customer as a new email with what the order is now, and is audited', async () => {
    const id = await orderPaid(store, customer, productId)
    await sendOrderMails(store)
    expect(await subjects()).toHaveLength(1)
    await admin.call('PATCH', `/order/address/${id}`, { customerAddress: '7 Right Street' })
    expect((await again(id, 'order_paid')).body).toEqual({ modifiedCount: 1 })
    await sendOrderMails(store)
    const sent = (await mailsTo(store, customer.email)).filter(({ subject }) => subject.includes('receipt'))
    expect(sent).toHaveLength(2)
    expect(sent[0]?.text).toContain('7 Right Street')
    const { changes } = await record(id)
    expect(changes[0]).toMatchObject({
      action: 'send_mail_again',
      actor: { email: admin.email },
      after: { mail: 'Receipt' },
    })
  })

  test('must be one that the order led to and that is still true', async () => {
    const id = await order(customer, productId)
    for (const kind of ['order_paid', 'order_shipped', 'address_corrected'])
      expectProblem(await again(id, kind), 409, 'mail_not_of_order')
    expectProblem(await again(id, 'store_order_paid'), 422, 'invalid_input')
    expectProblem(await again(id, 'order_refunded'), 422, 'invalid_input')
    const paid = await orderPaid(store, customer, productId)
    expectProblem(await again(paid, 'order_placed'), 409, 'mail_not_of_order')
  })

  test('is sent five times an hour for one order, however many ask at once', async () => {
    const id = await orderPaid(store, customer, productId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => again(id, 'order_paid')))
    const sent = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect([sent.length, refused.length]).toEqual([5, 3])
    await sendOrderMails(store)
    expect(await subjects()).toHaveLength(6)
  })

  test('never goes to the address of a closed account, also if it is closed before the delivery', async () => {
    const id = await orderPaid(store, customer, productId)
    await sendOrderMails(store)
    const before = await subjects()
    // Held back until the account is closed.
    await store.db.transaction().execute(async (trx) => {
      await store.shop.jobs.add(trx, 'order-mails', {
        orderId: id,
        kind: 'order_paid',
        about: '',
        again: '1',
      })
      await trx
        .updateTable('accounts')
        .set({
          closed_at: new Date(),
          name: 'Former customer',
          email: `deleted-${customer.email}@deleted.invalid`,
        })
        .where('email', '=', customer.email)
        .execute()
    })
    await sendOrderMails(store)
    expect(await subjects()).toEqual(before)
    expectProblem(await again(id, 'order_paid'), 409, 'account_closed')
  })
})
