import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expireHolds } from '#domain/payments/expire-holds.server.ts'
import { processProviderEvents } from '#domain/payments/process-provider-events.server.ts'
import { sendDueRefunds } from '#domain/payments/send-refunds.server.ts'
import { syncPayments } from '#domain/payments/sync-payments.server.ts'
import { confirmPayment, intentFor } from '../support/card-payments.ts'
import { type ExternalProvider, runExternalProvider } from '../support/external-provider.ts'
import { orderRow, paymentRows } from '../support/order-rows.ts'
import { order, stockProduct } from '../support/orders.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'

let provider: ExternalProvider
let store: TestStore
let customer: User
let productId: string

beforeAll(async () => {
  provider = await runExternalProvider()
  store = await openTestStore(provider.env)
  customer = await signIn(store)
  productId = await stockProduct(store, { price: 25.5, available: 10_000 })
})
afterEach(() => provider.repeatErrors(0, { status: 500, worked: false }))
afterAll(async () => {
  await store.close()
  await provider.stop()
})

const newOrder = () => order(customer, productId)
const askFor = (orderId: string) =>
  customer.call('POST', '/create-payment-intent', { orderId, totalPrice: 25.5 })
const intentsOf = async (orderId: string) =>
  (await provider.sim.stripe.paymentIntents.list({ limit: 100 })).data.filter(
    ({ metadata }) => metadata['order_id'] === orderId,
  )

describe('an error that the provider repeats for its key', () => {
  test.each([500, 503, 400])(
    'is not repeated after %i without an intent, as the next attempt has another key',
    async (status) => {
      const id = await newOrder()
      provider.repeatErrors(1, { status, worked: false })
      expect((await askFor(id)).status).toBe(201)
      const [intent] = await intentsOf(id)
      expect((await paymentRows(store, id))[0]).toMatchObject({
        state: 'live',
        intent_id: intent?.id,
        attempt: 1,
      })
      expect((await askFor(id)).body.clientSecret).toBe(intent?.client_secret)
    },
  )

  test('leads to the adoption of an intent that was created nevertheless, which stays the only one', async () => {
    const id = await newOrder()
    provider.repeatErrors(1, { status: 500, worked: true })
    const requested = await askFor(id)
    expect(requested.status).toBe(201)
    expect((await intentsOf(id)).map(({ client_secret: secret }) => secret)).toEqual([
      requested.body.clientSecret,
    ])
    await provider.pay({
      id: requested.body.clientSecret.split('_secret_')[0],
      client_secret: requested.body.clientSecret,
    })
    const { intent_id: paid } = (await paymentRows(store, id))[0] ?? {}
    expect((await confirmPayment(customer, id, String(paid))).body).toEqual({ modifiedCount: 1 })
  })

  test('leaves the order deletable when it is repeated for every key, and its hold expires', async () => {
    const [deleted, expired] = [await newOrder(), await newOrder()]
    provider.repeatErrors(1000, { status: 500, worked: false })
    for (const id of [deleted, expired]) expect((await askFor(id)).status).toBe(503)
    expect((await customer.call('DELETE', `/order/${deleted}`)).status).toBe(200)
    await sql`update orders set hold_expires_at = now() - interval '1 hour' where id = ${expired}`.execute(
      store.db,
    )
    await expireHolds(store.shop)
    expect(await orderRow(store, expired)).toMatchObject({ hold: 'released', deleted_at: null })
    for (const id of [deleted, expired])
      expect((await paymentRows(store, id)).map(({ state }) => state)).toEqual(['canceled'])
    provider.repeatErrors(0, { status: 500, worked: false })
    expect((await askFor(expired)).status).toBe(201)
  })

  test('leads to one intent for all concurrent callers', async () => {
    const id = await newOrder()
    provider.repeatErrors(1, { status: 500, worked: false })
    const responses = await Promise.all(Array.from({ length: 6 }, () => askFor(id)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect((await intentsOf(id)).filter(({ status }) => status !== 'canceled')).toHaveLength(1)
  })
})

test('a charge of another amount is refunded, and the order can be paid again', async () => {
  const id = await newOrder()
  const intent = await intentFor(customer, id)
  await provider.sim.stripe.paymentIntents.update(intent.id, { amount: 50 })
  await provider.pay(intent)
  await processProviderEvents(store.shop)
  await sendDueRefunds(store.shop)
  expect((await provider.sim.stripe.refunds.list({ payment_intent: intent.id })).data).toMatchObject([
    { amount: 50 },
  ])
  expect(await paymentRows(store, id)).toMatchObject([{ state: 'unneeded' }])
  const again = await intentFor(customer, id)
  expect(again.id).not.toBe(intent.id)
  await provider.pay(again)
  expect((await confirmPayment(customer, id, again.id)).body).toEqual({ modifiedCount: 1 })
})

test('the next round finds the oldest of 2,000 open payments, paid without a webhook, with a handful of calls', async () => {
  const id = await newOrder()
  await intentFor(customer, id)
  await sql`
    insert into orders select copied.* from orders o, generate_series(1, 2000) as i,
      jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'purchase_id', null, 'number', nextval('orders_number_seq'),
        'placed_at', o.placed_at - make_interval(hours => 1, mins => i))) copied
    where o.id = ${id}`.execute(store.db)
  const { rows } = await sql<{ id: string; order_id: string; intent_id: string }>`
    insert into payments (order_id, amount_cents, state, intent_id, client_secret, created_at, checked_at)
    select id, total_cents, 'live', 'pi_' || replace(id::text, '-', ''), 'pi_' || replace(id::text, '-', '') || '_secret_x',
           placed_at, now()
    from orders where id not in (select order_id from payments) and placed_at < now() - interval '1 hour'
    returning id, order_id, intent_id`.execute(store.db)
  expect(rows).toHaveLength(2000)
  await provider.sim.pool.query(
    `insert into simulator.intents (id, client_secret, amount, currency, metadata, automatic_methods)
     select intent, intent || '_secret_x', 2550, 'usd', jsonb_build_object('order_id', named, 'payment_id', payment), false
     from unnest($1::text[], $2::text[], $3::text[]) as given (intent, named, payment)`,
    [rows.map((row) => row.intent_id), rows.map((row) => row.order_id), rows.map((row) => row.id)],
  )
  // None is due for polling within half an hour, however slow the machine is.
  await sql`update payments set created_at = created_at - interval '1 hour', checked_at = now()
    where state in ('creating', 'live') and created_at > now() - interval '1 hour'`.execute(store.db)
  const { order_id: paid, intent_id: intent } = await store.db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'live')
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  // Those of the tests before would be read again.
  await provider.sim.pool.query('delete from simulator.events')
  await provider.pay({ id: String(intent), client_secret: `${intent}_secret_x` })
  provider.drainRequests()
  const round = async () => {
    await processProviderEvents(store.shop)
    await syncPayments(store.shop)
    return provider.drainRequests()
  }
  const requested = await round()
  expect(await orderRow(store, paid)).toMatchObject({ transaction_id: intent })
  expect(requested).toContain('GET /v1/events')
  expect(requested.length, requested.join(', ')).toBeLessThan(20)
  expect(await round(), 'nothing happened since').toEqual(['GET /v1/events'])
})
