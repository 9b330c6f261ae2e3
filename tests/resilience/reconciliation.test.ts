import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcilePayments } from '#domain/payments/reconcile-payments.server.ts'
import { setFaults, simulatorOf } from '../support/card-payments.ts'
import { charge, order, orderPaid, stockProduct } from '../support/orders.ts'
import { stripeAt } from '../support/running-simulator.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'

let store: TestStore
let customer: User
let admin: User
let productId: string

beforeAll(async () => {
  // No webhooks: only the reconciliation finds out.
  store = await openTestStore({ SIMULATOR_FAULTS: 'lose-webhook=always' })
  ;[customer, admin] = await Promise.all([signIn(store), signIn(store, { admin: true })])
  productId = await stockProduct(store, { price: 25.5, available: 1000 })
})
afterAll(() => store.close())
/** Each test is a day of its own, with the data of the previous days. */
beforeEach(() =>
  sql`update reconciliations set finished_at = finished_at - interval '2 days'`.execute(store.db),
)

const stripe = () => stripeAt(simulatorOf(store))
const differences = async () =>
  ((await reconcilePayments(store.shop)) ?? []).map(({ action, theirs }) => [action, theirs.intentId])
const transactionOf = async (id: string) =>
  (await admin.call('GET', `/payment/${id}`)).body.transactionId as string
const recorded = async (action: string) =>
  (await admin.call('GET', '/audit?kind=difference&limit=500')).body.filter(
    (entry: { action: string }) => entry.action === action,
  )
/** A charge that names an order of ours, made without the store. */
const chargedPastUs = async (orderId: string, amount = 2550) =>
  stripe().paymentIntents.create({
    amount,
    currency: 'usd',
    confirm: true,
    metadata: { order_id: orderId },
    payment_method_data: {
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' },
    } as never,
  })

test('matching payments are reconciled silently, and the overview shows that', async () => {
  await orderPaid(store, customer, productId)
  await charge(store, customer, await order(customer, productId), '4000000000000002')
  const startedAt = Date.now()
  expect(await differences()).toEqual([])
  const { reconciled } = (await admin.call('GET', '/overview')).body
  expect(reconciled).toMatchObject({ compared: 1, differences: 0 })
  expect(Date.parse(reconciled.at)).toBeGreaterThanOrEqual(startedAt - 1)
  expect(Date.parse(reconciled.at)).toBeLessThanOrEqual(Date.now())
})

test('a charge without an event pays its order', async () => {
  const id = await order(customer, productId)
  await charge(store, customer, id)
  expect((await admin.call('GET', `/payment/${id}`)).body.paid).toBe(false)
  expect(await differences()).toEqual([])
  expect((await admin.call('GET', `/payment/${id}`)).body.paid).toBe(true)
})

test('a charge of a deleted order is refunded', async () => {
  const id = await order(customer, productId)
  const { transactionId } = await charge(store, customer, id)
  await sql`update payments set state = 'canceled' where order_id = ${id}`.execute(store.db)
  expect((await customer.call('DELETE', `/order/${id}`)).status).toBe(200)
  expect(await differences()).toEqual([])
  expect((await stripe().refunds.list({ payment_intent: transactionId })).data).toHaveLength(1)
})

test('a payment that exists only in our database is reported', async () => {
  const transactionId = await transactionOf(await orderPaid(store, customer, productId))
  await sql`delete from simulator.charges where intent_id = ${transactionId}`.execute(store.db)
  await sql`update simulator.intents set status = 'canceled', canceled_at = now(), latest_charge = null where id = ${transactionId}`.execute(
    store.db,
  )
  expect(await differences()).toEqual([['difference_not_charged', transactionId]])
  await sql`delete from simulator.intents where id = ${transactionId}`.execute(store.db)
})

test('a payment refunded at the provider is recorded, even long after it was made', async () => {
  const id = await orderPaid(store, customer, productId)
  const transactionId = await transactionOf(id)
  await stripe().refunds.create({ payment_intent: transactionId })
  await sql`update simulator.charges set created_at = now() - interval '30 days' where intent_id = ${transactionId}`.execute(
    store.db,
  )
  await sql`update payments set created_at = now() - interval '30 days' where order_id = ${id}`.execute(
    store.db,
  )
  expect((await differences()).flat()).not.toContain(transactionId)
  expect((await admin.call('GET', `/payment/${id}`)).body).toMatchObject({ refunded: true })
})

test('a charge of another amount is reported', async () => {
  const transactionId = await transactionOf(await orderPaid(store, customer, productId))
  await sql`update simulator.charges set amount = amount + 1 where intent_id = ${transactionId}`.execute(
    store.db,
  )
  expect(await differences()).toContainEqual(['difference_amount', transactionId])
})

test('a charge of another amount without an event pays nothing, and is refunded', async () => {
  const id = await order(customer, productId)
  const { transactionId } = await charge(store, customer, id)
  await sql`update simulator.intents set amount = amount - 1 where id = ${transactionId}`.execute(store.db)
  expect((await differences()).flat()).not.toContain(transactionId)
  expect((await admin.call('GET', `/payment/${id}`)).body.paid).toBe(false)
  expect((await stripe().refunds.list({ payment_intent: transactionId })).data).toHaveLength(1)
  expect((await customer.call('DELETE', `/order/${id}`)).status).toBe(200)
})

test('a second charge of a paid order is refunded', async () => {
  const id = await orderPaid(store, customer, productId)
  const intent = await chargedPastUs(id)
  expect((await differences()).flat()).not.toContain(intent.id)
  expect((await stripe().refunds.list({ payment_intent: intent.id })).data).toHaveLength(1)
  expect((await admin.call('GET', `/payment/${id}`)).body).toMatchObject({ paid: true })
})

test('a charge that merely names our order is adopted and pays the order', async () => {
  const id = await order(customer, productId)
  const intent = await chargedPastUs(id)
  expect((await differences()).flat()).not.toContain(intent.id)
  expect((await admin.call('GET', `/payment/${id}`)).body).toMatchObject({
    paid: true,
    transactionId: intent.id,
  })
})

test('an open intent missing from our database is canceled; another shop’s intent is not', async () => {
  const make = (metadata: Record<string, string>) =>
    stripe().paymentIntents.create({ amount: 2550, currency: 'usd', metadata })
  const id = await order(customer, productId)
  const [stray, foreign] = [await make({ order_id: id }), await make({ sku: 'a' })]
  const { transactionId: live } = await charge(store, customer, id, '4000000000000002')
  await differences()
  const statusOf = async (intent: string) => (await stripe().paymentIntents.retrieve(intent)).status
  expect(await statusOf(stray.id)).toBe('canceled')
  expect(await statusOf(foreign.id)).toBe('requires_payment_method')
  expect(await statusOf(live)).toBe('requires_payment_method')
})

test('a charge that names us and is unknown here is reported; another shop’s charge is ignored', async () => {
  const intent = await chargedPastUs('00000000-0000-4000-8000-000000000000')
  const foreign = await chargedPastUs('')
  const found = await differences()
  expect(found).toContainEqual(['difference_unknown_charge', intent.id])
  expect(found.flat()).not.toContain(foreign.id)
  expect((await recorded('difference_unknown_charge'))[0].subject).toMatchObject({
    kind: 'intent',
    id: intent.id,
  })
})

test('a refund that the provider does not have is owed again, for an admin to decide', async () => {
  const id = await order(customer, productId)
  const { transactionId } = await charge(store, customer, id)
  await sql`update payments set state = 'canceled' where order_id = ${id}`.execute(store.db)
  await customer.call('DELETE', `/order/${id}`)
  await differences()
  await sql`update reconciliations set finished_at = finished_at - interval '2 days'`.execute(store.db)
  await sql`delete from simulator.refunds where intent_id = ${transactionId}`.execute(store.db)
  await sql`update simulator.charges set amount_refunded = 0 where intent_id = ${transactionId}`.execute(
    store.db,
  )
  await differences()
  expect((await admin.call('GET', '/overview')).body.failedRefunds).toContainEqual(
    expect.objectContaining({ orderId: id, deleted: true }),
  )
})

test('an unresolved difference is shown each day on the overview, and recorded once', async () => {
  const before = (await recorded('difference_unknown_charge')).length
  expect(before).toBe(1)
  const today = await differences()
  expect(today.length).toBeGreaterThan(2)
  expect((await recorded('difference_unknown_charge')).length).toBe(before)
  expect((await admin.call('GET', '/overview')).body.reconciled.differences).toBe(today.length)
})

test('the reconciliation happens once a day, in one process', async () => {
  const secondStore = await openSecondStore(store)
  const runs = await Promise.all([
    reconcilePayments(store.shop),
    reconcilePayments(secondStore.shop),
    reconcilePayments(store.shop),
  ])
  await secondStore.close()
  expect(runs.filter((run) => run !== null)).toHaveLength(1)
  expect(await reconcilePayments(store.shop)).toBeNull()
})

test('a process killed during its reconciliation is replaced when its lease expires, not before', async () => {
  const leave = (expires: string) =>
    sql`insert into leases (name, holder, expires_at)
        values ('reconcile', gen_random_uuid(), now() + ${expires}::interval)
        on conflict (name) do update set expires_at = excluded.expires_at`.execute(store.db)
  await leave('20 seconds')
  expect(await reconcilePayments(store.shop)).toBeNull()
  await leave('-1 second')
  expect(await reconcilePayments(store.shop)).not.toBeNull()
})

test('while the provider is unreachable nothing is reported, and the next run reconciles', async () => {
  await setFaults(store, 'error=always; on=list')
  await expect(reconcilePayments(store.shop)).rejects.toMatchObject({ name: 'ProviderError' })
  await setFaults(store, 'lose-webhook=always')
  // The circuit stays open for a moment after many failures.
  await expect.poll(() => reconcilePayments(store.shop).catch(() => null)).not.toBeNull()
})

test('long lists are read page by page', async () => {
  const many = 105
  await sql`
    insert into simulator.intents (id, client_secret, amount, currency, status, metadata, automatic_methods, latest_charge)
    select 'pi_many' || i, 'secret', 100, 'usd', 'succeeded', '{"order_id": "of-another-day"}', false, 'ch_many' || i from generate_series(1, ${many}) as i`.execute(
    store.db,
  )
  await sql`
    insert into simulator.charges (id, intent_id, amount, currency, status, payment_method)
    select 'ch_many' || i, 'pi_many' || i, 100, 'usd', 'succeeded', (select payment_method from simulator.charges limit 1)
    from generate_series(1, ${many}) as i`.execute(store.db)
  const found = await differences()
  expect(found.filter(([, id]) => id?.startsWith('pi_many'))).toHaveLength(many)
})
