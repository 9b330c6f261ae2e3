import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireHolds } from '#domain/payments/expire-holds.server.ts'
import { findForeignAccount } from '#domain/payments/find-foreign-account.server.ts'
import { ProviderError } from '#domain/payments/payment-provider.ts'
import { processProviderEvents } from '#domain/payments/process-provider-events.server.ts'
import { recheckPayments } from '#domain/payments/recheck-payments.server.ts'
import { sendDueRefunds } from '#domain/payments/send-refunds.server.ts'
import { syncPayments } from '#domain/payments/sync-payments.server.ts'
import { type BrowserIntent, intentFor } from '../support/card-payments.ts'
import { type ExternalProvider, runExternalProvider } from '../support/external-provider.ts'
import { agePayments, orderRow, paymentRows } from '../support/order-rows.ts'
import { order, stockProduct } from '../support/orders.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'

let provider: ExternalProvider
let store: TestStore
let customer: User
let admin: User
let productId: string

beforeAll(async () => {
  provider = await runExternalProvider()
  store = await openTestStore(provider.env)
  admin = await signIn(store, { admin: true })
  productId = await stockProduct(store, { price: 25.5, available: 10_000 })
})
beforeEach(async () => {
  customer = await signIn(store)
})
afterEach(() => {
  provider.refuse()
  provider.deny()
})
afterAll(async () => {
  await store.close()
  await provider.stop()
})

const ignoreRefusals = (error: unknown) => {
  if (!(error instanceof ProviderError)) throw error
}
/** A charge that found no order to pay. Uncharged, the provider refuses its refund for good. */
async function refundDue({ charged }: { charged: boolean }): Promise<string> {
  const id = await order(customer, productId)
  const intent = await intentFor(customer, id)
  if (charged) await provider.pay(intent)
  await sql`
    with charge as (update payments set state = 'unneeded' where order_id = ${id} returning *)
    insert into refunds (purchase_id, payment_id, amount_cents, cause)
    select order_id, id, amount_cents, 'no_order' from charge`.execute(store.db)
  return id
}
const refundStates = async (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { state } = await store.db
        .selectFrom('refunds')
        .select('state')
        .where('purchase_id', '=', id)
        .executeTakeFirstOrThrow()
      return state
    }),
  )
const round = () => sendDueRefunds(store.shop).catch(ignoreRefusals)
const refundRequests = () =>
  provider.drainRequests().filter((request) => request === 'POST /v1/refunds').length

test('refunds that are refused fail for an admin to decide, and those of an outage are made once it ends', async () => {
  const hopeless: string[] = []
  for (let at = 0; at < 22; at += 1) {
    if (at % 8 === 0) customer = await signIn(store)
    hopeless.push(await refundDue({ charged: false }))
  }
  await round()
  const others: string[] = []
  customer = await signIn(store)
  for (let at = 0; at < 5; at += 1) others.push(await refundDue({ charged: true }))
  provider.refuse('POST /v1/refunds')
  await round()
  expect(await refundStates(others)).toEqual(others.map(() => 'due'))
  provider.refuse()
  // The circuit closes some seconds after the outage.
  await expect
    .poll(
      async () => {
        await round()
        return refundStates(others)
      },
      { timeout: 30_000, interval: 500 },
    )
    .toEqual(others.map(() => 'done'))
  refundRequests()
  for (let at = 0; at < 10; at += 1) await round()
  expect(refundRequests()).toBe(0)
  expect(await refundStates(hopeless)).toEqual(hopeless.map(() => 'failed'))
  const { failedRefunds } = (await admin.call('GET', '/overview')).body
  expect(failedRefunds).toHaveLength(10)
  expect(failedRefunds[0]).toMatchObject({ orderId: hopeless[0], amount: 25.5 })
  // Each of the two ways out.
  const [retried, settled] = failedRefunds
  expect((await admin.call('PATCH', `/refund/${retried._id}`, { retry: true })).status).toBe(200)
  expect(await refundStates([retried.orderId])).toEqual(['failed'])
  const byCheck = { settledOtherwise: 'By check no. 17' }
  expect((await admin.call('PATCH', `/refund/${settled._id}`, byCheck)).status).toBe(200)
  expect(await refundStates([settled.orderId])).toEqual(['settled_otherwise'])
})

describe('a payment that the provider does not have', () => {
  /** An order whose payment was made with the keys of another account. */
  async function paidElsewhere(): Promise<{ id: string; intent: BrowserIntent }> {
    const id = await order(customer, productId)
    const intent = await intentFor(customer, id)
    await provider.sim.pool.query('delete from simulator.intents where id = $1', [intent.id])
    return { id, intent }
  }
  const pay = (id: string) =>
    customer.call('POST', '/create-payment-intent', { orderId: id, totalPrice: 25.5 })
  const endHold = (id: string) =>
    sql`update orders set hold_expires_at = now() - interval '1 hour' where id = ${id}`.execute(store.db)

  test('is no open payment: holds end, and the order can be paid again or deleted', async () => {
    const orders = [
      await paidElsewhere(),
      await paidElsewhere(),
      await paidElsewhere(),
      await paidElsewhere(),
    ]
    const [held, repaid, deleted, synced] = orders.map(({ id }) => id) as [string, string, string, string]
    await endHold(held)
    await expireHolds(store.shop)
    expect(await orderRow(store, held)).toMatchObject({ hold: 'released', deleted_at: null })
    const again = await pay(repaid)
    expect(again.status).toBe(201)
    expect(again.body.clientSecret).not.toContain(orders[1]?.intent.id)
    expect((await customer.call('DELETE', `/order/${deleted}`)).status).toBe(200)
    await agePayments(store, synced)
    await syncPayments(store.shop)
    expect(await paymentRows(store, synced)).toMatchObject([{ state: 'canceled' }])
    const { body: audit } = await admin.call('GET', `/audit?q=${held}`)
    expect(audit).toContainEqual(
      expect.objectContaining({
        action: 'payment_missing',
        after: { intentId: orders[0]?.intent.id, amountCents: 2550 },
      }),
    )
  })

  test('stays open while the provider does not respond or does not accept the key', async () => {
    const id = await order(customer, productId)
    const intent = await intentFor(customer, id)
    await endHold(id)
    provider.refuse(`POST /v1/payment_intents/${intent.id}/cancel`, `GET /v1/payment_intents/${intent.id}`)
    await expireHolds(store.shop).catch(ignoreRefusals)
    expect(await orderRow(store, id)).toMatchObject({ hold: 'held' })
    expect(await paymentRows(store, id)).toMatchObject([{ state: 'live' }])
  })

  /** The account's intents are unknown to these keys until the returned function brings them back. */
  async function hideIntent(id: string): Promise<() => Promise<unknown>> {
    const rename = (from: string, to: string) =>
      provider.sim.pool.query(
        `with copied as (
           insert into simulator.intents (id, client_secret, amount, currency, metadata, automatic_methods)
           select $2, client_secret, amount, currency, metadata, automatic_methods from simulator.intents where id = $1)
         delete from simulator.intents where id = $1`,
        [from, to],
      )
    await rename(id, `hidden_${id}`)
    return () => rename(`hidden_${id}`, id)
  }
  const recheck = async () => {
    await sql`update payments set retry_at = now() where retry_at is not null`.execute(store.db)
    await recheckPayments(store.shop)
  }

  test('is looked for again: a charge that was made in between pays its order, and an open intent is canceled', async () => {
    const ids = [await order(customer, productId), await order(customer, productId)]
    const intents = [await intentFor(customer, ids[0] ?? ''), await intentFor(customer, ids[1] ?? '')]
    const [paid, unpaid] = ids as [string, string]
    const [charged, open] = intents as [BrowserIntent, BrowserIntent]
    const showAgain = [await hideIntent(charged.id), await hideIntent(open.id)]
    for (const id of ids) await agePayments(store, id)
    await syncPayments(store.shop)
    await recheck()
    for (const id of ids) expect(await paymentRows(store, id)).toMatchObject([{ state: 'canceled' }])

    for (const show of showAgain) await show()
    await provider.pay(charged)
    await recheck()
    expect(await orderRow(store, paid)).toMatchObject({ transaction_id: charged.id })
    const [intent] = (
      await provider.sim.pool.query('select status from simulator.intents where id = $1', [open.id])
    ).rows
    expect(intent).toEqual({ status: 'canceled' })
    // Both are finished.
    for (const id of [paid, unpaid])
      expect(await paymentRows(store, id)).toMatchObject([{ retry_at: null, refusals: 0 }])
  })

  test('is found by the event of its charge', async () => {
    const id = await order(customer, productId)
    const intent = await intentFor(customer, id)
    const show = await hideIntent(intent.id)
    await agePayments(store, id)
    await syncPayments(store.shop)
    await show()
    await provider.pay(intent)
    await processProviderEvents(store.shop)
    expect(await orderRow(store, id)).toMatchObject({ transaction_id: intent.id })
  })

  test('shows at the start that the keys belong to another account', async () => {
    await sql`update payments set created_at = created_at - interval '1 hour'`.execute(store.db)
    const known = await order(customer, productId)
    await intentFor(customer, known)
    expect(await findForeignAccount(store.shop)).toBeNull()
    await sql`update payments set created_at = created_at - interval '1 hour'`.execute(store.db)
    const missing = [await paidElsewhere(), await paidElsewhere(), await paidElsewhere()]
    const problem = await findForeignAccount(store.shop)
    expect(problem).toContain('belongs to another account')
    expect(problem).toContain(missing.at(-1)?.intent.id)
  })
})

test('refunds that the provider once refused to return are read again', async () => {
  const id = await order(customer, productId)
  const intent = await intentFor(customer, id)
  await provider.pay(intent)
  await processProviderEvents(store.shop)
  expect(await orderRow(store, id)).toMatchObject({ transaction_id: intent.id, refunded_cents: 0 })
  await provider.sim.stripe.refunds.create({ payment_intent: intent.id })
  provider.deny(`GET /v1/payment_intents/${intent.id}`)
  await processProviderEvents(store.shop).catch(ignoreRefusals)
  provider.deny()
  // Its event is not read again.
  await sql`update provider_account set events_read_till = now() + interval '1 hour'`.execute(store.db)
  await sql`update payments set retry_at = now() where order_id = ${id} and retry_at is not null`.execute(
    store.db,
  )
  await recheckPayments(store.shop)
  expect(await orderRow(store, id)).toMatchObject({ refunded_cents: 2550 })
  expect(await paymentRows(store, id)).toMatchObject([{ retry_at: null, refusals: 0 }])
})
