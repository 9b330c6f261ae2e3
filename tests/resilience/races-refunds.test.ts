import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { processProviderEvents } from '#domain/payments/process-provider-events.server.ts'
import { simulatorOf } from '../support/card-payments.ts'
import { sendOrderMails } from '../support/jobs.ts'
import { mailsTo } from '../support/mails.ts'
import { orderPaid, stockProduct } from '../support/orders.ts'
import { race } from '../support/race.ts'
import { stripeAt } from '../support/running-simulator.ts'
import { expectEveryRule, openStorePair, outcomeOf, type StorePair } from '../support/store-pair.ts'
import { type User, signIn } from '../support/users.ts'

let stores: StorePair
let customer: User
let admin: User
let productId: string

beforeAll(async () => {
  stores = await openStorePair({ SIMULATOR_FAULTS: 'lose-webhook=always' })
  customer = await signIn(stores.first)
  admin = await signIn(stores.first, { admin: true })
  productId = await stockProduct(stores.first, { price: 25.5, available: 1000 })
})
afterEach(() => expectEveryRule(stores.first))
afterAll(() => stores.close())

const refundEvent = (intent: string, type: string) =>
  JSON.stringify({
    id: `evt_${Math.random().toString(36).slice(2)}`,
    object: 'event',
    type,
    data: { object: { payment_intent: intent } },
  })
const transactionOf = async (id: string) =>
  (await admin.call('GET', `/orders/${id}`)).body.transactionId as string
const refundedTimes = async (id: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_entries where action = 'refund_order' and subject = ${`order:${id}`}`.execute(
    stores.first.db,
  )
  return rows[0]?.n
}
const DONE = { status: 200, body: null, headers: new Headers() }
/** All the ways in which two stores learn of a refund. */
const learnings = (intent: string) => [
  ...['charge.refunded', 'refund.created', 'refund.updated', 'charge.refunded'].map(
    (type, at) => () => stores.postWebhook(refundEvent(intent, type), at),
  ),
  () => processProviderEvents(stores.first.shop).then(() => DONE),
  () => processProviderEvents(stores.of(1).shop).then(() => DONE),
]

test('a refund that is learned at the moment of shipping is recorded once, and never shipped after it', async () => {
  await race(8, async ({ number, together }) => {
    const id = await orderPaid(stores.first, customer, productId)
    const intent = await transactionOf(id)
    await stripeAt(simulatorOf(stores.first)).refunds.create({ payment_intent: intent })
    const ship = () => stores.by(admin, number)('PATCH', `/order/shipped/${id}`)
    const [shipped, ...learned] = await together([ship, ...learnings(intent)], 60)
    if (!shipped) throw new Error('not tried')
    expect(['200', '409 order_refunded']).toContain(outcomeOf(shipped))
    expect(learned.map(({ status }) => status)).toEqual(learned.map(() => 200))
    const order = (await admin.call('GET', `/orders/${id}`)).body
    expect(order).toMatchObject({ refunded: true, refundedAmount: 25.5, shipped: shipped.status === 200 })
    if (order.shipped) expect(order.refundedAt >= order.shippedAt).toBe(true)
    expect(await refundedTimes(id)).toBe(1)
  })
})

test('several refunds that two stores learn at once add up, and each step is mailed once', async () => {
  await race(6, async ({ together }) => {
    const person = await signIn(stores.first)
    const id = await orderPaid(stores.first, person, productId)
    const intent = await transactionOf(id)
    const stripe = stripeAt(simulatorOf(stores.first))
    const part = (amount: number) => () =>
      stripe.refunds.create({ payment_intent: intent, amount }).then(() => DONE)
    await together([part(500), part(700), part(300), ...learnings(intent), ...learnings(intent)], 60)
    await Promise.all(learnings(intent).map((learn) => learn()))
    expect((await admin.call('GET', `/orders/${id}`)).body).toMatchObject({ refundedAmount: 15 })
    await sendOrderMails(stores.first)
    const mails = (await mailsTo(stores.first, person.email)).filter(({ subject }) =>
      subject.includes('refund'),
    )
    expect(mails).toHaveLength((await refundedTimes(id)) ?? -1)
    const sum = mails.reduce((total, { text }) => total + Number(/we refunded \$(\S+)/.exec(text)?.[1]), 0)
    expect(sum).toBe(15)
  })
})
