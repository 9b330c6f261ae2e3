import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { processProviderEvents } from '#domain/payments/process-provider-events.server.ts'
import { sendDueRefunds } from '#domain/payments/send-refunds.server.ts'
import { simulatorOf, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { charge, order, stockProduct } from '../../tests/support/orders.ts'
import { queueBehindLock } from '../../tests/support/queue-behind-lock.ts'
import { stripeAt } from '../../tests/support/running-simulator.ts'
import { countOutcomes, expectEveryRule } from '../../tests/support/store-pair.ts'
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
const readEvents = () => processProviderEvents(store.shop)
const overview = async () => (await admin.call('GET', '/overview')).body
const refundMails = async () => {
  await sendOrderMails(store)
  return (await mailsTo(store, customer.email)).filter(({ subject }) => subject.includes('refund'))
}
/** A charge whose order was deleted while it was on its way. */
async function lateCharge(card: string): Promise<{ id: string; intent: string }> {
  const id = await order(customer, productId)
  const { transactionId: intent } = await charge(store, customer, id, card)
  await sql`update payments set state = 'canceled' where order_id = ${id}`.execute(store.db)
  expect((await customer.call('DELETE', `/order/${id}`)).status).toBe(200)
  await readEvents()
  return { id, intent }
}
const lateRefund = (id: string) =>
  store.db.selectFrom('refunds').selectAll().where('purchase_id', '=', id).executeTakeFirstOrThrow()
/** Lets the simulator settle its refunds at once, not after 20 s, and reads them. */
const settled = async (id: string, intent: string) => {
  await sql`update simulator.refunds set settles_at = now() where intent_id = ${intent} and settles_at is not null`.execute(
    store.db,
  )
  await stripe().refunds.list({ payment_intent: intent })
  await readEvents()
  return (await lateRefund(id)).state
}

describe('the refund of a charge that found no order', () => {
  test('is done when the bank says so, and mailed then', async () => {
    const { id, intent } = await lateCharge('4000000000007726')
    await sendDueRefunds(store.shop)
    expect(await lateRefund(id)).toMatchObject({ state: 'pending', cause: 'no_order', amount_cents: 2000 })
    expect(await refundMails()).toHaveLength(0)
    await expect.poll(() => settled(id, intent)).toBe('done')
    expect(await refundMails()).toHaveLength(1)
    await expectEveryRule(store)
  })

  test('counts what the dashboard has refunded of it', async () => {
    const { id, intent } = await lateCharge('4242424242424242')
    await stripe().refunds.create({ payment_intent: intent, amount: 500 })
    await sendDueRefunds(store.shop)
    const { data } = await stripe().refunds.list({ payment_intent: intent })
    expect(new Set(data.map(({ amount }) => amount))).toEqual(new Set([1500, 500]))
    expect(await lateRefund(id)).toMatchObject({ state: 'done', amount_cents: 2000 })
    await expectEveryRule(store)
  })

  test('that the bank returns is for an admin to decide', async () => {
    const { id, intent } = await lateCharge('4000000000005126')
    await sendDueRefunds(store.shop)
    await expect.poll(() => settled(id, intent)).toBe('failed')
    const [failed] = (await overview()).failedRefunds
    expect(failed).toMatchObject({ orderId: id, amount: 20, deleted: true, failure: expect.any(String) })
    await sendOrderMails(store)
    const toStore = await mailsTo(store, (await store.shop.orderEmail()) ?? '')
    expect(toStore.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('A refund of $20.00 for order'),
    )
    const byCheck = { settledOtherwise: 'By check no. 12' }
    expect((await admin.call('PATCH', `/refund/${failed._id}`, byCheck)).status).toBe(200)
    expect((await overview()).failedRefunds).toEqual([])
  })

  test('that failed is decided again by one of two admins, not by both', async () => {
    const { id, intent } = await lateCharge('4000000000005126')
    await sendDueRefunds(store.shop)
    await expect.poll(() => settled(id, intent)).toBe('failed')
    const { id: refundId } = await lateRefund(id)
    const both = await queueBehindLock(
      store.db,
      sql`select from refunds where id = ${refundId} for update`,
      2,
      () =>
        Promise.all([
          admin.call('PATCH', `/refund/${refundId}`, { retry: true }),
          admin.call('PATCH', `/refund/${refundId}`, { settledOtherwise: 'By check no. 13' }),
        ]),
    )
    expect(countOutcomes(both)).toEqual({ '200': 1, '409 refund_state': 1 })
  })
})
