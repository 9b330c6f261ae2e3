// Long because it is one subject on one open store: what the responses of three calls and a webhook do to an
// order.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendDueRefunds } from '#domain/payments/send-refunds.server.ts'
import { syncPayments } from '#domain/payments/sync-payments.server.ts'
import {
  confirmPayment,
  eventAbout,
  intentFor,
  payByCard,
  postEvent,
  setFaults,
  simulatorOf,
  WITHOUT_WEBHOOKS,
} from '../../tests/support/card-payments.ts'
import {
  agePayments,
  orderRow,
  paymentRows,
  expectPaidOrdersCharged,
} from '../../tests/support/order-rows.ts'
import { order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { stripeAt } from '../../tests/support/running-simulator.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let other: User
let admin: User

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  ;[customer, other, admin] = await Promise.all([
    signIn(store, { name: 'Casey Morgan' }),
    signIn(store),
    signIn(store, { admin: true }),
  ])
})
afterAll(() => store.close())

const newOrder = async (price = 25.5, person = customer) =>
  order(person, await stockProduct(store, { price }))
const shown = async (id: string) => (await customer.call('GET', `/payment/${id}`)).body
const confirm = (id: string, transactionId: string, person = customer) =>
  confirmPayment(person, id, transactionId)
const rowOf = (id: string) => orderRow(store, id)
const paymentsOf = (id: string) => paymentRows(store, id)
const refundsOf = (id: string) =>
  store.db.selectFrom('refunds').selectAll().where('purchase_id', '=', id).execute()
const age = (id: string) => agePayments(store, id)
/** Pays at the provider without notifying the store. */
async function payUnreported(id: string, person = customer): Promise<string> {
  const intent = await intentFor(person, id)
  const paid = await payByCard(store, intent)
  expect(paid.intent.status).toBe('succeeded')
  return intent.id
}

describe('paying an order', () => {
  test('marks the order paid when the card is good, with the transaction id and a date', async () => {
    const id = await newOrder()
    const transactionId = await payUnreported(id)
    expect(await shown(id)).toMatchObject({ paid: false })
    expect(await confirm(id, transactionId)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    const paid = await shown(id)
    expect(paid).toMatchObject({ paid: true, transactionId, shipped: false, totalPrice: 25.5 })
    expect(Date.parse(paid.paidAt)).toBeGreaterThan(Date.parse(paid.placedAt))
    expect(paid.holdExpiresAt).toBeUndefined()
  })

  test('again with the same transaction changes nothing: 200 with 0', async () => {
    const id = await newOrder()
    const transactionId = await payUnreported(id)
    expect((await confirm(id, transactionId)).body).toEqual({ modifiedCount: 1 })
    expect((await confirm(id, transactionId)).body).toEqual({ modifiedCount: 0 })
    const audit = await store.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject', '=', `order:${id}`)
      .where('action', '=', 'pay_order')
      .execute()
    expect(audit).toHaveLength(1)
  })

  test('a good card pays on the same intent after a declined one', async () => {
    const id = await newOrder()
    const intent = await intentFor(customer, id)
    const declined = await payByCard(store, intent, '4000000000000002')
    expect(declined).toMatchObject({ status: 402, error: { message: 'Your card was declined.' } })
    expectProblem(await confirm(id, intent.id), 409, 'payment_not_confirmed')
    expect((await intentFor(customer, id)).id).toBe(intent.id)
    await payByCard(store, intent)
    expect((await confirm(id, intent.id)).body).toEqual({ modifiedCount: 1 })
  })

  test.each([
    ['4000000000000002', 'card_declined', 'Your card was declined.'],
    ['4000000000009987', 'card_declined', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['4242424242424241', 'incorrect_number', 'Your card number is invalid.'],
  ])('with the test card %s shows the provider’s message', async (card, code, message) => {
    const id = await newOrder()
    const intent = await intentFor(customer, id)
    expect(await payByCard(store, intent, card)).toMatchObject({ status: 402, error: { code, message } })
    expectProblem(await confirm(id, intent.id), 409, 'payment_not_confirmed')
    expect(await shown(id)).toMatchObject({ paid: false })
  })

  test('3-D Secure pays once the customer completes it, and not when it fails', async () => {
    for (const outcome of ['fail', 'complete'] as const) {
      const id = await newOrder()
      const intent = await intentFor(customer, id)
      const challenged = await payByCard(store, intent, '4000000000003220')
      expect(challenged.intent.status).toBe('requires_action')
      expectProblem(await confirm(id, intent.id), 409, 'payment_not_confirmed')
      const sdk = challenged.intent.next_action?.use_stripe_sdk as unknown as
        | { stripe_js: string }
        | undefined
      const page = sdk?.stripe_js ?? ''
      const done = await fetch(new URL(page, store.url), {
        method: 'POST',
        body: new URLSearchParams({ outcome }),
      })
      expect(done.status).toBe(200)
      const response = await confirm(id, intent.id)
      if (outcome === 'fail') expectProblem(response, 409, 'payment_not_confirmed')
      else expect(response.body).toEqual({ modifiedCount: 1 })
      expect((await shown(id)).paid).toBe(outcome === 'complete')
    }
  })

  test('never trusts the browser: unknown and made-up transactions are not confirmed', async () => {
    const id = await newOrder()
    for (const made of ['pi_made_up', 'ch_123', 'true', '../../v1/events', 'pi_' + 'x'.repeat(200)])
      expectProblem(await confirm(id, made), 409, 'payment_not_confirmed')
    expect(await shown(id)).toMatchObject({ paid: false })
  })

  test('refuses a charge of another amount, currency or order as a mismatch', async () => {
    const id = await newOrder(25.5)
    const provider = stripeAt(simulatorOf(store))
    const card = { payment_method: 'pm_card_visa', confirm: true, return_url: store.url } as const
    const { id: payment } = await intentFor(customer, id)
    const row = (await paymentsOf(id))[0]
    const foreign = [
      // Another account's payment at the same provider, with the right amount.
      await provider.paymentIntents.create({ amount: 2550, currency: 'usd', ...card }),
      await provider.paymentIntents.create({
        amount: 100,
        currency: 'usd',
        metadata: { order_id: id },
        ...card,
      }),
      await provider.paymentIntents.create({
        amount: 2550,
        currency: 'eur',
        metadata: { order_id: id, payment_id: String(row?.id) },
        ...card,
      }),
    ]
    for (const intent of foreign) {
      expect(intent.status).toBe('succeeded')
      expectProblem(await confirm(id, intent.id), 409, 'payment_mismatch')
    }
    // The right intent, changed at the provider without the store.
    await provider.paymentIntents.update(payment, { amount: 50 })
    await payByCard(store, { id: payment, client_secret: String(row?.client_secret) })
    expectProblem(await confirm(id, payment), 409, 'payment_mismatch')
    await syncPayments(store.shop)
    expect(await shown(id)).toMatchObject({ paid: false })
  })

  test('refuses the transaction of another order', async () => {
    const first = await newOrder()
    const second = await newOrder()
    const transactionId = await payUnreported(first)
    expectProblem(await confirm(second, transactionId), 409, 'transaction_reused')
    expect((await confirm(first, transactionId)).status).toBe(200)
    expectProblem(await confirm(second, transactionId), 409, 'transaction_reused')
    expect(await shown(second)).toMatchObject({ paid: false })
  })

  test('a charged order is not reported as uncharged while the provider is unreachable', async () => {
    const id = await newOrder()
    const transactionId = await payUnreported(id)
    await setFaults(store, 'error=always,on=retrieve')
    const response = await confirm(id, transactionId)
    await setFaults(store, WITHOUT_WEBHOOKS)
    expectProblem(response, 503, 'provider_unavailable')
    expect(response.body.detail).not.toContain('Nothing was charged')
    expect(response.body.detail).toContain('you are never charged twice')
    expect((await confirm(id, transactionId)).status).toBe(200)
  })

  test('refuses an order that another transaction has already paid', async () => {
    const id = await newOrder()
    await confirm(id, await payUnreported(id))
    expectProblem(await confirm(id, 'pi_another'), 409, 'already_paid')
    const response = await customer.call('POST', '/create-payment-intent', { orderId: id, totalPrice: 25.5 })
    expectProblem(response, 409, 'already_paid')
    expect(await customer.call('GET', `/payment/${id}`)).toMatchObject({ status: 200, body: { paid: true } })
  })

  test('refuses a body whose orderId differs from the URL', async () => {
    const id = await newOrder()
    const transactionId = await payUnreported(id)
    const response = await customer.call('PATCH', `/order/${id}`, {
      orderId: await newOrder(),
      transactionId,
    })
    expectProblem(response, 422, 'invalid_input')
    expect(response.body.errors[0].field).toBe('orderId')
  })

  test('is possible only for its owner: to others it does not exist, and an admin cannot pay for others', async () => {
    const id = await newOrder()
    const transactionId = await payUnreported(id)
    for (const person of [other, admin]) {
      const response = await person.call('POST', '/create-payment-intent', { orderId: id, totalPrice: 25.5 })
      expectProblem(response, 404, 'not_found')
      expectProblem(await confirm(id, transactionId, person), 404, 'not_found')
    }
    expect((await admin.call('GET', `/payment/${id}`)).status).toBe(200)
    expect(await shown(id)).toMatchObject({ paid: false })
  })
})

describe('requesting a payment', () => {
  test('a total alone means the one unpaid order with that total; of several none is chosen', async () => {
    const first = await newOrder(41.17)
    await newOrder(41.17, other)
    const byTotal = () => customer.call('POST', '/create-payment-intent', { totalPrice: 41.17 })
    expect(await byTotal()).toMatchObject({ status: 201, body: { orderId: first } })
    const second = await newOrder(41.17)
    const ambiguous = await byTotal()
    expectProblem(ambiguous, 409, 'ambiguous_order')
    expect(ambiguous.body.errors).toMatchObject([{ field: 'orderId' }])
    expect(await paymentsOf(second), 'no payment was started').toEqual([])
    await confirm(first, await payUnreported(first))
    expect((await byTotal()).body.orderId).toBe(second)
    await customer.call('DELETE', `/order/${second}`)
    expectProblem(await byTotal(), 422, 'no_matching_order')
  })

  test('a total alone that no order can have finds none', async () => {
    for (const totalPrice of [0.001, 21_474_836.47, 21_474_836.48, 90_000_000_000_000, 1e300]) {
      const response = await customer.call('POST', '/create-payment-intent', { totalPrice })
      expectProblem(response, 422, 'no_matching_order')
    }
  })

  test('refuses a total that is not the order’s', async () => {
    const id = await newOrder(25.5)
    for (const totalPrice of [0.5, 25.49, 25.501, 1e300]) {
      const response = await customer.call('POST', '/create-payment-intent', { orderId: id, totalPrice })
      expectProblem(response, 422, 'invalid_input')
    }
    expect(await paymentsOf(id)).toEqual([])
  })

  test('again returns the same live intent, of the order’s own amount', async () => {
    const id = await newOrder(25.5)
    const { id: intentId } = await intentFor(customer, id)
    expect((await intentFor(customer, id)).id).toBe(intentId)
    const intent = await stripeAt(simulatorOf(store)).paymentIntents.retrieve(intentId)
    expect(intent).toMatchObject({ amount: 2550, currency: 'usd', metadata: { order_id: id } })
    expect((await paymentsOf(id)).map(({ state }) => state)).toEqual(['live'])
  })

  test('returns a new intent after the old one was canceled at the provider', async () => {
    const id = await newOrder()
    const first = await intentFor(customer, id)
    await stripeAt(simulatorOf(store)).paymentIntents.cancel(first.id)
    const second = await intentFor(customer, id)
    expect(second.id).not.toBe(first.id)
    expect((await paymentsOf(id)).map(({ state }) => state)).toEqual(['canceled', 'live'])
  })

  test('refuses a deleted order as if it did not exist', async () => {
    const id = await newOrder()
    await customer.call('DELETE', `/order/${id}`)
    expectProblem(
      await customer.call('POST', '/create-payment-intent', { orderId: id, totalPrice: 25.5 }),
      404,
    )
    expectProblem(await confirm(id, 'pi_1'), 404)
  })

  test('detects and reports an order that was paid without the store’s knowledge', async () => {
    const id = await newOrder()
    await payUnreported(id)
    const response = await customer.call('POST', '/create-payment-intent', { orderId: id, totalPrice: 25.5 })
    expectProblem(response, 409, 'already_paid')
    expect(await shown(id)).toMatchObject({ paid: true })
  })
})

/** An event of the provider whose parts are replaced. */
const eventWith = (data: unknown, parts: Record<string, unknown> = {}) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type: 'payment_intent.payment_failed', data, ...parts })
/** JSON of lists in each other. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('events from the provider', () => {
  test('makes the order paid without the browser', async () => {
    const id = await newOrder()
    const intent = await intentFor(customer, id)
    await setFaults(store, '')
    await payByCard(store, intent)
    await setFaults(store, WITHOUT_WEBHOOKS)
    await expect.poll(async () => (await shown(id)).paid, { interval: 20 }).toBe(true)
    expect((await confirm(id, intent.id)).body, 'the payer’s first report').toEqual({
      modifiedCount: 1,
    })
    expect((await confirm(id, intent.id)).body).toEqual({ modifiedCount: 0 })
  })

  test('is only a hint: an event that claims success pays nothing that the provider did not charge', async () => {
    const id = await newOrder()
    const intent = await intentFor(customer, id)
    expect((await postEvent(store, eventAbout(intent.id))).status).toBe(200)
    expect(await shown(id)).toMatchObject({ paid: false })
  })

  test('refuses an event without a signature, with a wrong or an old one, or changed on the way', async () => {
    const id = await newOrder()
    const event = eventAbout(await payUnreported(id))
    const bad = [
      { header: null },
      { header: '' },
      { header: 't=1,v1=00' },
      { secret: 'whsec_of_somebody_else' },
      { ageS: 301 },
    ]
    for (const signed of bad) expectProblem(await postEvent(store, event, signed), 400, 'bad_signature')
    expectProblem(await postEvent(store, 'not json'), 400, 'bad_signature')
    expect(await shown(id)).toMatchObject({ paid: false })
    expect((await postEvent(store, event, { ageS: 290 })).status).toBe(200)
    expect(await shown(id)).toMatchObject({ paid: true })
  })

  test.each([
    ['an empty list', '[]'],
    ['a number', '1'],
    ['null', 'null'],
    ['a text', '"payment_intent.succeeded"'],
    ['an empty object', '{}'],
    ['10,000 levels', nested(10_000)],
    [
      '10,000 levels in an event',
      eventWith({ object: { id: 'pi_1', metadata: 'deep' } }).replace('"deep"', nested(10_000)),
    ],
    ['no data', eventWith(undefined)],
    ['no object', eventWith({})],
    ['an object that is null', eventWith({ object: null })],
    ['an object that is a list', eventWith({ object: [] })],
    ['an object without an id', eventWith({ object: {} })],
    ['an id that is a number', eventWith({ object: { id: 7 } })],
    ['an id with a NUL character', eventWith({ object: { id: 'pi_\0' } })],
    ['an id of 300 characters', eventWith({ object: { id: `pi_${'x'.repeat(300)}` } })],
    ['metadata that is a text', eventWith({ object: { id: 'pi_1', metadata: 'order' } })],
    ['a type that is a number', eventWith({ object: { id: 'pi_1' } }, { type: 7 })],
    ['no type', eventWith({ object: { id: 'pi_1' } }, { type: undefined })],
    ['no id of its own', eventWith({ object: { id: 'pi_1' } }, { id: undefined })],
    ['an id of its own with a NUL character', eventWith({ object: { id: 'pi_1' } }, { id: 'evt_\0' })],
    ['a time that does not exist', eventWith({ object: { id: 'pi_1' } }, { created: 1e300 })],
    ['a time before 1970', eventWith({ object: { id: 'pi_1' } }, { created: -1 })],
    ['a time that is a text', eventWith({ object: { id: 'pi_1' } }, { created: 'now' })],
    ['a refund of a number', eventWith({ object: { payment_intent: 7 } }, { type: 'refund.failed' })],
    [
      'a dispute of a path',
      eventWith({ object: { payment_intent: '../x' } }, { type: 'charge.dispute.created' }),
    ],
  ])('with a right signature and a wrong shape is refused: %s', async (_, body) => {
    const response = await postEvent(store, body)
    expect(response.status).toBe(400)
    expect(['malformed_body', 'bad_signature']).toContain(response.body.code)
  })

  test('about other things or an unknown payment is accepted and changes nothing', async () => {
    expect((await postEvent(store, eventAbout('cus_1', 'customer.created'))).status).toBe(200)
    expect((await postEvent(store, eventAbout('pi_unknown'))).status).toBe(200)
    expectProblem(await postEvent(store, 'x'.repeat(257 * 1024)), 413, 'payload_too_large')
  })
})

describe('background jobs', () => {
  test('recovers from a lost webhook together with a lost PATCH', async () => {
    const id = await newOrder()
    const transactionId = await payUnreported(id)
    await syncPayments(store.shop)
    expect(await shown(id)).toMatchObject({ paid: false })
    await age(id)
    await syncPayments(store.shop)
    expect(await shown(id)).toMatchObject({ paid: true, transactionId })
  })

  test('finds a payment whose response from the provider was lost', async () => {
    const id = await newOrder()
    const intent = await intentFor(customer, id)
    await payByCard(store, intent)
    // As after a crash between the provider's response and our record of it.
    await sql`update payments set state = 'creating', intent_id = null, client_secret = null where order_id = ${id}`.execute(
      store.db,
    )
    await age(id)
    // Its id is found again by its key, whose first response is replayed; then the charge is read.
    await syncPayments(store.shop)
    expect(await shown(id)).toMatchObject({ paid: true, transactionId: intent.id })
  })

  test('refunds a charge whose order was deleted, once', async () => {
    const productId = await stockProduct(store, { available: 5 })
    const id = await order(customer, productId, 2)
    const intent = await intentFor(customer, id)
    // The order is deleted while the charge is on its way: its row as a deletion leaves it, its payment still
    // open.
    await sql`update orders set deleted_at = now(), hold = 'released' where id = ${id}`.execute(store.db)
    await payByCard(store, intent)
    await age(id)
    await syncPayments(store.shop)
    expect((await paymentsOf(id)).map(({ state }) => state)).toEqual(['unneeded'])
    expect(await refundsOf(id)).toMatchObject([{ state: 'due', cause: 'no_order' }])
    await Promise.all([sendDueRefunds(store.shop), sendDueRefunds(store.shop)])
    expect(await refundsOf(id)).toMatchObject([{ state: 'done' }])
    const refunds = await stripeAt(simulatorOf(store)).refunds.list({ payment_intent: intent.id })
    expect(refunds.data.map(({ amount }) => amount)).toEqual([5100])
    expect((await rowOf(id)).paid_at).toBeNull()
  })

  test('a charge whose amount the provider misstates is refunded, and recorded with what was charged', async () => {
    const id = await newOrder()
    const intent = await intentFor(customer, id)
    await payByCard(store, intent)
    await setFaults(store, 'amount=1,on=retrieve')
    expectProblem(await confirm(id, intent.id), 409, 'payment_mismatch')
    const [payment] = await paymentsOf(id)
    const [charge] = (await stripeAt(simulatorOf(store)).charges.list({ payment_intent: intent.id })).data
    expect(charge?.amount_captured).toBe((await rowOf(id)).total_cents)
    expect(charge?.amount_refunded).toBe(charge?.amount_captured)
    expect(payment).toMatchObject({ state: 'unneeded', amount_cents: charge?.amount_captured })
    expect(await refundsOf(id)).toMatchObject([{ state: 'done', amount_cents: charge?.amount_captured }])
  })

  test('a refund that the provider refuses does not stop refunds of other charges', async () => {
    await setFaults(store, WITHOUT_WEBHOOKS)
    const disputed = await newOrder()
    await intentFor(customer, disputed)
    await sql`
      with charged as (update payments set state = 'unneeded', intent_id = 'pi_disputed' where order_id = ${disputed} returning *)
      insert into refunds (purchase_id, payment_id, amount_cents, cause)
      select order_id, id, amount_cents, 'no_order' from charged`.execute(store.db)
    const id = await newOrder()
    const intent = await intentFor(customer, id)
    await payByCard(store, intent)
    await setFaults(store, `${WITHOUT_WEBHOOKS};amount=1,on=retrieve`)
    expectProblem(await confirm(id, intent.id), 409, 'payment_mismatch')
    expect((await postEvent(store, eventAbout(intent.id))).status).toBe(200)
    expect(await refundsOf(id)).toMatchObject([{ state: 'done' }])
    await sendDueRefunds(store.shop)
    expect(await refundsOf(disputed)).toMatchObject([{ state: 'failed' }])
    await sql`delete from refunds where purchase_id = ${disputed}`.execute(store.db)
    await sql`delete from payments where order_id = ${disputed}`.execute(store.db)
  })

  test('an order whose payment has just succeeded is not deleted, but paid', async () => {
    const id = await newOrder()
    await payUnreported(id)
    expectProblem(await customer.call('DELETE', `/order/${id}`), 409, 'order_is_paid')
    expect(await shown(id)).toMatchObject({ paid: true })
  })

  test('deleting an order cancels its payment: the card is not charged afterwards', async () => {
    const id = await newOrder()
    const intent = await intentFor(customer, id)
    expect((await customer.call('DELETE', `/order/${id}`)).body).toEqual({ deletedCount: 1 })
    const late = await payByCard(store, intent)
    expect(late).toMatchObject({ status: 400, error: { code: 'payment_intent_unexpected_state' } })
    expect((await paymentsOf(id)).map(({ state }) => state)).toEqual(['canceled'])
  })
})

test('charges minus refunds equal the total of the paid orders', async () => {
  await orderPaid(store, customer, await stockProduct(store))
  await expectPaidOrdersCharged(store)
})

test('the provider’s dashboard names the store and the order of a payment', async () => {
  const customer = await signIn(store)
  const id = await order(customer, await stockProduct(store))
  const intent = await intentFor(customer, id)
  const { description } = await stripeAt(simulatorOf(store)).paymentIntents.retrieve(intent.id)
  expect(description).toBe(`Driveline order ${id}`)
})
