// Long because it has every way of a refund that was made at the card provider.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { processProviderEvents } from '#domain/payments/process-provider-events.server.ts'
import { reconcilePayments } from '#domain/payments/reconcile-payments.server.ts'
import { sendDueRefunds } from '#domain/payments/send-refunds.server.ts'
import { postEvent, simulatorOf, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { charge, order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { stripeAt } from '../../tests/support/running-simulator.ts'
import { expectEveryRule } from '../../tests/support/store-pair.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User
let productId: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  admin = await signIn(store, { admin: true })
  productId = await stockProduct(store, { price: 20, available: 1000 })
})
afterAll(() => store.close())
beforeEach(async () => {
  customer = await signIn(store)
})

const stripe = () => stripeAt(simulatorOf(store))
/** Pays two pieces for $40. */
async function paidOrder(card?: string): Promise<{ id: string; intent: string }> {
  const id = await order(customer, productId, 2)
  const { transactionId } = await charge(store, customer, id, card)
  await customer.call('PATCH', `/order/${id}`, { orderId: id, transactionId })
  return { id, intent: transactionId }
}
/** Refunds as in the provider's dashboard. Amounts in cents. */
const refund = (intent: string, amount?: number) =>
  stripe().refunds.create({ payment_intent: intent, ...(amount !== undefined && { amount }) })
/** What the 30 s job does. */
const readEvents = () => processProviderEvents(store.shop)
const shown = async (id: string) => (await customer.call('GET', `/orders/${id}`)).body
const listed = async (query: string) => (await admin.call('GET', `/orders?${query}`)).body
const overview = async () => (await admin.call('GET', '/overview')).body
const ship = (id: string) => admin.call('PATCH', `/order/shipped/${id}`)
const refundMails = async () => {
  await sendOrderMails(store)
  return (await mailsTo(store, customer.email)).filter(({ subject }) => subject.includes('refund'))
}
const purchase = async (id: string) => (await admin.call('GET', `/purchase/${id}`)).body
/** A refund in full that the bank takes back after it was read. */
async function failedLater(): Promise<{ id: string; intent: string }> {
  const { id, intent } = await paidOrder('4000000000005126')
  await refund(intent)
  await readEvents()
  expect(await shown(id)).toMatchObject({ refunded: true })
  await settle(intent)
  await readEvents()
  expect(await shown(id)).not.toHaveProperty('refunded')
  await sendOrderMails(store)
  return { id, intent }
}
/** Lets the bank keep what the simulator would return to it. */
const keepRefunds = (intent: string) =>
  sql`update simulator.refunds set settles_at = null where intent_id = ${intent}`.execute(store.db)
/** Lets the bank decide about the refunds of a payment at once. */
async function settle(intent: string) {
  await sql`update simulator.refunds set settles_at = now() where intent_id = ${intent} and settles_at is not null`.execute(
    store.db,
  )
  await expect
    .poll(async () => {
      await stripe().refunds.list({ payment_intent: intent })
      return sql`select from simulator.refunds where intent_id = ${intent} and settles_at is not null`
        .execute(store.db)
        .then(({ rows }) => rows.length)
    })
    .toBe(0)
}
const refundEvent = (intent: string, type = 'charge.refunded') =>
  JSON.stringify({
    id: `evt_${Math.random().toString(36).slice(2)}`,
    object: 'event',
    created: Math.floor(Date.now() / 1_000),
    type,
    data: { object: { id: 're_1', payment_intent: intent, amount_refunded: 1, status: 'succeeded' } },
  })

describe('a refund made at the card provider', () => {
  test('in full is shown everywhere, cannot be shipped, and leaves the work and the takings', async () => {
    const before = await overview()
    const { id, intent } = await paidOrder()
    await refund(intent)
    await readEvents()
    expect(await shown(id)).toMatchObject({
      paid: true,
      refunded: true,
      refundedAmount: 40,
      refundedAt: expect.any(String),
      shipped: false,
    })
    const entry = expect.objectContaining({ _id: id, refunded: true, refundedAmount: 40 })
    expect((await customer.call('GET', `/order/${customer.email}`)).body).toEqual([entry])
    expect((await customer.call('GET', `/payment/${id}`)).body).toMatchObject({ refunded: true })
    expect(await listed('limit=5')).toContainEqual(entry)
    expect(await listed('status=refunded')).toContainEqual(entry)
    expect(await listed(`q=${intent}`)).toEqual([entry])
    for (const status of ['paid', 'shipped', 'unpaid'])
      expect((await listed(`status=${status}`)).map((each: { _id: string }) => each._id)).not.toContain(id)
    expectProblem(await ship(id), 409, 'order_refunded')
    const after = await overview()
    expect(after.orders).toEqual({
      ...before.orders,
      all: before.orders.all + 1,
      refunded: before.orders.refunded + 1,
    })
    expect(after.revenue).toEqual(before.revenue)
    expect(after.days.at(-1)).toEqual(before.days.at(-1))
    expect(after.bestSellers).toEqual(before.bestSellers)
  })

  test('is refused by the database too when the order is shipped past the store', async () => {
    const { id, intent } = await paidOrder()
    await refund(intent)
    await readEvents()
    await expect(
      sql`update orders set shipped_at = clock_timestamp(), shipped_quantity = quantity where id = ${id}`.execute(
        store.db,
      ),
    ).rejects.toMatchObject({ constraint: 'orders_refunded_stay_here' })
  })

  test('in several parts shows their sum, can be shipped in between, and mails each part once', async () => {
    const { id, intent } = await paidOrder()
    const before = (await overview()).revenue.total
    await refund(intent, 1000)
    await readEvents()
    expect(await shown(id)).toMatchObject({ refundedAmount: 10 })
    expect(await shown(id)).not.toHaveProperty('refunded')
    expect((await ship(id)).body).toEqual({ modifiedCount: 1 })
    await refund(intent, 500)
    await readEvents()
    await readEvents()
    expect(await shown(id)).toMatchObject({ refundedAmount: 15, shipped: true })
    expect((await overview()).revenue.total).toBe(before - 15)
    await refund(intent)
    await readEvents()
    expect(await shown(id)).toMatchObject({ refunded: true, refundedAmount: 40, shipped: true })
    expect((await ship(id)).body).toEqual({ modifiedCount: 0 })
    // Read together, the first two parts are one amount.
    const texts = (await refundMails()).map(({ text }) => text)
    expect(texts).toHaveLength(3)
    expect(texts.toReversed().map((text) => /we refunded (\S+)/.exec(text)?.[1])).toEqual([
      '$10.00',
      '$5.00',
      '$25.00',
    ])
    expect(texts[0]).toContain(`Transaction: ${intent}`)
    expect(await refundMails()).toHaveLength(3)
  })

  test('is learned by its webhook, whatever the event claims, repeated or out of order', async () => {
    const { id, intent } = await paidOrder()
    const events = ['refund.failed', 'charge.refunded', 'refund.updated', 'refund.created']
    for (const type of events) expect((await postEvent(store, refundEvent(intent, type))).status).toBe(200)
    expect(await shown(id)).not.toHaveProperty('refundedAmount')
    await refund(intent, 1500)
    for (const type of [...events, ...events])
      expect((await postEvent(store, refundEvent(intent, type))).status).toBe(200)
    expect(await shown(id)).toMatchObject({ refundedAmount: 15 })
    expect(await refundMails()).toHaveLength(1)
  })

  test('that fails later goes back, and the order can be shipped again', async () => {
    const { id } = await failedLater()
    expect(await shown(id)).not.toHaveProperty('refundedAmount')
    expect((await listed(`status=paid`)).map((each: { _id: string }) => each._id)).toContain(id)
    expect((await ship(id)).body).toEqual({ modifiedCount: 1 })
    const { body: audit } = await admin.call('GET', `/audit?q=${id}`)
    expect(audit.map(({ action }: { action: string }) => action)).toContain('refund_failed')
    // It is still owed, so nothing is given back for what is returned.
    const lines = [{ orderId: id, quantity: 2, reason: 'not_needed' }]
    const { body } = await admin.call('POST', `/purchase/${id}/returns`, { lines })
    const receipt = { lines: [{ orderId: id, received: 2, restocked: 2, writtenOff: 0 }], refund: true }
    expect((await admin.call('POST', `/return/${body.returnId}/receipt`, receipt)).body).toEqual({})
    await sendOrderMails(store)
    const [mail] = (await mailsTo(store, customer.email)).filter(({ subject }) => subject.includes('arrived'))
    expect(mail?.text).toContain('A refund of this order has not gone through yet')
  })

  test.each([
    ['sent again', { retry: true }, 'done', 40],
    ['paid back otherwise', { settledOtherwise: 'By check no. 12' }, 'settled_otherwise', 0],
  ])(
    'that fails later is owed: it is %s, and nothing more is given back',
    async (_, way, state, refunded) => {
      const { id, intent } = await failedLater()
      const [failed] = (await overview()).failedRefunds.filter(
        (one: { orderId: string }) => one.orderId === id,
      )
      expect(failed).toMatchObject({ amount: 40, failure: 'expired_or_canceled_card' })
      expect(await purchase(id)).toMatchObject({
        refunds: [{ _id: failed._id, cause: 'provider', state: 'failed' }],
      })
      const toStore = await mailsTo(store, (await store.shop.orderEmail()) ?? '')
      expect(
        toStore.filter(({ text }) => text.includes(`for order ${failed.number} did not go`)),
      ).toHaveLength(1)
      expect((await admin.call('GET', `/purchase/${id}/refundable`)).body.left).toBe(0)
      const canceled = await customer.call('POST', `/purchase/${id}/cancellations`, {
        lines: [{ orderId: id, quantity: 2 }],
      })
      expect(canceled.body).toEqual({ amount: 0 })
      await sendOrderMails(store)
      const [mail] = (await mailsTo(store, customer.email)).filter(({ subject }) =>
        subject.includes('canceled'),
      )
      expect(mail?.text).toContain('The refund of what you paid for it has not gone through yet')
      expect((await admin.call('PATCH', `/refund/${failed._id}`, way)).status).toBe(200)
      await keepRefunds(intent)
      expect(await purchase(id)).toMatchObject({ status: 'canceled', refunded, refunds: [{ state }] })
      expectProblem(await admin.call('PATCH', `/refund/${failed._id}`, way), 409, 'refund_state')
      const { data } = await stripe().refunds.list({ payment_intent: intent })
      expect(data.map(({ status }) => status)).toEqual(refunded > 0 ? ['succeeded', 'failed'] : ['failed'])
      await expectEveryRule(store)
    },
  )

  test('that fails and is made again before either is read is given once, and credited once', async () => {
    const { id, intent } = await paidOrder('4000000000005126')
    await refund(intent, 1500)
    await readEvents()
    await settle(intent)
    await refund(intent, 1500)
    await keepRefunds(intent)
    await readEvents()
    const after = await purchase(id)
    expect(after).toMatchObject({ refunded: 15 })
    expect(after.refunds.map(({ state }: { state: string }) => state)).toEqual(['done'])
    expect(after.documents.filter(({ kind }: { kind: string }) => kind === 'credit_note')).toHaveLength(1)
    const { body: audit } = await admin.call('GET', `/audit?q=${id}&limit=2`)
    expect(audit).toMatchObject([
      { action: 'refund_order', after: { refundedCents: 1500 } },
      { action: 'refund_failed', after: { refundedCents: 0 } },
    ])
    expect(await refundMails()).toHaveLength(2)
    await expectEveryRule(store)
  })

  test('that is still pending counts from its beginning', async () => {
    const { id, intent } = await paidOrder('4000000000007726')
    expect((await refund(intent)).status).toBe('pending')
    await readEvents()
    expect(await shown(id)).toMatchObject({ refunded: true, refundedAmount: 40 })
  })

  test('whose events are lost is found by the reconciliation, and is no difference', async () => {
    const { id, intent } = await paidOrder()
    await refund(intent)
    await sql`delete from simulator.events`.execute(store.db)
    await sql`update reconciliations set finished_at = finished_at - interval '2 days'`.execute(store.db)
    expect(await reconcilePayments(store.shop)).toEqual([])
    expect(await shown(id)).toMatchObject({ refunded: true })
    await sql`update reconciliations set finished_at = finished_at - interval '2 days'`.execute(store.db)
    expect(await reconcilePayments(store.shop)).toEqual([])
    expect(await refundMails()).toHaveLength(1)
  })

  test('in part before the store knew of the payment pays the order, and shows its amount', async () => {
    const id = await order(customer, productId, 2)
    const { transactionId: intent } = await charge(store, customer, id)
    await refund(intent, 1500)
    await readEvents()
    expect(await shown(id)).toMatchObject({ paid: true, refundedAmount: 15 })
  })

  test('of a charge that found no order is not counted for one', async () => {
    const paid = await orderPaid(store, customer, productId)
    const second = await stripe().paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      metadata: { order_id: paid },
    })
    await readEvents()
    await sql`update reconciliations set finished_at = finished_at - interval '2 days'`.execute(store.db)
    await reconcilePayments(store.shop)
    await sendDueRefunds(store.shop)
    await readEvents()
    expect((await stripe().refunds.list({ payment_intent: second.id })).data).toHaveLength(1)
    expect(await shown(paid)).not.toHaveProperty('refundedAmount')
    expect(await refundMails()).toHaveLength(1)
  })

  test('of another shop on the same account changes nothing', async () => {
    const foreign = await stripe().paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    await refund(foreign.id)
    await readEvents()
    expect((await postEvent(store, refundEvent(foreign.id))).status).toBe(200)
    expect((await postEvent(store, refundEvent('pi_none'))).status).toBe(200)
  })

  test('keeps its pieces sold until an admin restocks them', async () => {
    const available = async () => (await admin.call('GET', `/product/${productId}`)).body.available
    const { intent } = await paidOrder()
    const before = await available()
    await refund(intent)
    await readEvents()
    expect(await available()).toBe(before)
  })
})

test('a disputed payment is shown on its order, and audited once', async () => {
  const { id } = await paidOrder('4000000000000259')
  await readEvents()
  await readEvents()
  expect(await shown(id)).toMatchObject({ disputed: true, paid: true })
  const { body: audit } = await admin.call('GET', `/audit?q=${id}`)
  expect(audit.filter(({ action }: { action: string }) => action === 'dispute_payment')).toHaveLength(1)
})

test('every rule of the store holds after all of this', () => expectEveryRule(store))
