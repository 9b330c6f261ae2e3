import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { readProviderAccount } from '#domain/payments/provider-account.server.ts'
import { reconcilePayments } from '#domain/payments/reconcile-payments.server.ts'
import { cancelUnneededPayments } from '#domain/payments/sync-payments.server.ts'
import { backUp } from '../../src/ops/backup.ts'
import { restore } from '../../src/ops/restore.ts'
import { verifyStore } from '../../src/ops/verify.ts'
import { confirmPayment, intentFor } from '../support/card-payments.ts'
import { type ExternalProvider, runExternalProvider } from '../support/external-provider.ts'
import { orderRow, paymentRows } from '../support/order-rows.ts'
import { order, stockProduct } from '../support/orders.ts'
import { expectProblem } from '../support/problem.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn, signInAs } from '../support/users.ts'

let dir: string
let provider: ExternalProvider
let store: TestStore
let customer: User
let productId: string
const databases: TestDatabase[] = []

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'driveline-restored-'))
  provider = await runExternalProvider()
  store = await openTestStore(provider.env)
  customer = await signIn(store)
  productId = await stockProduct(store, { price: 25.5, available: 100 })
})
afterAll(async () => {
  await store.close()
  for (const database of databases) await database.drop()
  await provider.stop()
  await rm(dir, { recursive: true })
})

const newOrder = () => order(customer, productId)
const pay = async (orderId: string) => {
  const intent = await intentFor(customer, orderId)
  expect((await provider.pay(intent)).intent.status).toBe('succeeded')
  expect((await confirmPayment(customer, orderId, intent.id)).status).toBe(200)
  return intent.id
}
/** A charge that names an order and this store, as another process of it makes one. */
const chargePastUs = async (orderId: string, amount: number) => {
  const { store_id: storeId } = await store.db
    .selectFrom('provider_account')
    .selectAll()
    .executeTakeFirstOrThrow()
  const intent = await provider.sim.stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    confirm: true,
    metadata: { order_id: orderId, payment_id: crypto.randomUUID(), store_id: storeId },
    payment_method_data: {
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' },
    } as never,
  })
  return intent.id
}
/** The customer's charges for an order minus the refunds, in cents. */
const netOf = async (orderId: string) => {
  const { rows } = await provider.sim.pool.query<{ net: number }>(
    `select coalesce(sum(c.amount - c.amount_refunded), 0)::int as net from simulator.charges c
     join simulator.intents i on i.id = c.intent_id where c.status = 'succeeded' and i.metadata->>'order_id' = $1`,
    [orderId],
  )
  return rows[0]?.net
}
const notesOf = async (of: TestStore, orderId: string) =>
  (
    await of.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject', '=', `order:${orderId}`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

/** Restores the backup into a new database, and opens the store there. */
async function openRestored(backup: string): Promise<TestStore> {
  const database = await createTestDatabase()
  databases.push(database)
  const place = {
    databaseUrl: database.url,
    dataDir: path.join(dir, crypto.randomUUID()),
    authSecret: undefined,
  }
  const output = await restore(place, backup)
  expect(output.join(' ')).toContain('compares its payments')
  return openSecondStore({ databaseUrl: database.url, db: database.db }, provider.env)
}

test('a restore never leads to a second charge: charges made since the backup are adopted or refunded', async () => {
  const [unpaid, started, doomed, twice, waiting, wrong, returned, removed] = await Promise.all(
    Array.from({ length: 8 }, newOrder),
  )
  if (!unpaid || !started || !doomed || !twice || !waiting || !wrong || !returned || !removed)
    throw new Error()
  const begunIntent = await intentFor(customer, started)
  await pay(twice)
  // The row says that payments were just reconciled, which must not count after the restore.
  expect(await reconcilePayments(store.shop)).toEqual([])
  const backup = path.join(dir, 'backup')
  await backUp({ databaseUrl: store.databaseUrl, dataDir: store.dataDir, authSecret: undefined }, backup)

  const paidAfter = await pay(unpaid)
  await provider.pay(begunIntent)
  const lostOrder = await newOrder()
  const lostCharge = await pay(lostOrder)
  await chargePastUs(twice, 2550)
  const open = await intentFor(customer, waiting)
  await chargePastUs(wrong, 2450)
  await provider.sim.stripe.refunds.create({ payment_intent: await pay(returned) })
  const removedIntent = await pay(removed)
  expect(await customer.call('DELETE', `/order/${doomed}`)).toMatchObject({ status: 200 })

  // The provider is down at startup: until it is back, no payment can start.
  provider.refuse('GET /v1/payment_intents', 'GET /v1/events')
  const restored = await openRestored(backup)
  try {
    const again = await signInAs(restored, customer)
    for (const id of [unpaid, waiting, doomed]) {
      const intentAnswer = await again.call('POST', '/create-payment-intent', {
        orderId: id,
        totalPrice: 25.5,
      })
      expectProblem(intentAnswer, 503, 'provider_unavailable')
      const shown = await again.call('GET', `/payment/${id}`)
      expectProblem(shown, 503, 'provider_unavailable')
      expect(shown.body.detail, 'which the lost charge would belie').not.toContain('Nothing was charged')
    }
    expect((await again.call('GET', `/payment/${twice}`)).body.paid, 'what is paid is shown').toBe(true)
    // In the restored database it is unpaid, and may be deleted.
    expect((await again.call('DELETE', `/order/${removed}`)).status).toBe(200)
    provider.refuse()
    // By this call, or by the store itself, whose first attempt may still be running.
    const compare = async () => {
      await reconcilePayments(restored.shop).catch(() => null)
      return (await readProviderAccount(restored.db)).compare_from
    }
    await expect.poll(compare).toBeNull()

    for (const [id, net] of Object.entries({
      [unpaid]: 2550,
      [started]: 2550,
      [twice]: 2550,
      [lostOrder]: 0,
      [waiting]: 0,
      [wrong]: 0,
      [returned]: 0,
      [removed]: 0,
    }))
      expect(await netOf(id), (await notesOf(restored, id)).join()).toBe(net)
    expect(await orderRow(restored, unpaid)).toMatchObject({ transaction_id: paidAfter, hold: 'sold' })
    expect(await orderRow(restored, started)).toMatchObject({ transaction_id: begunIntent.id })
    for (const id of [waiting, wrong, returned])
      expect((await again.call('GET', `/payment/${id}`)).body).toMatchObject({ paid: false })
    expect(
      await notesOf(restored, lostOrder),
      'the order is gone, the audit row of its charge is not',
    ).toEqual(['refund_stray_charge'])
    expect((await provider.sim.stripe.paymentIntents.retrieve(lostCharge)).status).toBe('succeeded')
    expect(await notesOf(restored, twice)).toContain('refund_payment')
    expect(await notesOf(restored, wrong)).toEqual(['place_order', 'payment_mismatch', 'refund_payment'])
    expect((await paymentRows(restored, removed)).map(({ intent_id: id }) => id)).toEqual([removedIntent])
    expect((await provider.sim.stripe.paymentIntents.retrieve(open.id)).status).toBe('canceled')

    // Unpaid orders can be paid again, once.
    const intentAnswer = await again.call('POST', '/create-payment-intent', {
      orderId: waiting,
      totalPrice: 25.5,
    })
    expect(intentAnswer.status).toBe(201)
    expectProblem(
      await again.call('POST', '/create-payment-intent', { orderId: unpaid, totalPrice: 25.5 }),
      409,
      'already_paid',
    )
    const [id = '', secret = ''] = [
      intentAnswer.body.clientSecret.split('_secret_')[0],
      intentAnswer.body.clientSecret,
    ]
    await provider.pay({ id, client_secret: secret })
    expect((await confirmPayment(again, waiting, id)).body).toEqual({ modifiedCount: 1 })
    expect(await netOf(waiting)).toBe(2550)

    await sql`update reconciliations set finished_at = finished_at - interval '2 days'`.execute(restored.db)
    expect(await reconcilePayments(restored.shop), 'the next comparison finds nothing').toEqual([])
    const findings = await verifyStore(readConfig({ ...provider.env }), restored.databaseUrl)
    expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
  } finally {
    await restored.close()
  }
})

test('the same backup restored again has the same result, by the first start alone', async () => {
  const net = async () =>
    (await provider.sim.pool.query(`select sum(amount - amount_refunded)::int as net from simulator.charges`))
      .rows[0].net
  const before = await net()
  const restored = await openRestored(path.join(dir, 'backup'))
  try {
    await expect.poll(async () => (await readProviderAccount(restored.db)).compare_from).toBeNull()
    expect(await net()).toBe(before)
    const findings = await verifyStore(readConfig({ ...provider.env }), restored.databaseUrl)
    expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
  } finally {
    await restored.close()
  }
})

test('a charge that our database lost without a restore is adopted by its event, and its order’s other payment is canceled', async () => {
  const id = await newOrder()
  const first = await intentFor(customer, id)
  await sql`delete from payments where order_id = ${id}`.execute(store.db)
  const second = await intentFor(customer, id)
  expect(second.id).not.toBe(first.id)
  await provider.pay(first)
  expect((await confirmPayment(customer, id, first.id)).body).toEqual({ modifiedCount: 1 })
  await cancelUnneededPayments(store.shop)
  expect((await provider.sim.stripe.paymentIntents.retrieve(second.id)).status).toBe('canceled')
  expect(await netOf(id)).toBe(2550)
})

test('a lost charge that names another order pays its own order, and its customer’s call still returns modifiedCount 1', async () => {
  const id = await newOrder()
  const intent = await intentFor(customer, id)
  await sql`delete from payments where order_id = ${id}`.execute(store.db)
  await provider.pay(intent)
  const other = await signIn(store)
  const unpaid = await order(other, productId)
  expectProblem(await confirmPayment(other, unpaid, intent.id), 409, 'transaction_reused')
  expect(await orderRow(store, unpaid)).toMatchObject({ paid_at: null })
  expect((await confirmPayment(customer, id, intent.id)).body).toEqual({ modifiedCount: 1 })
})

test('charges of another store on the same account are ignored, whatever they name', async () => {
  const intent = await provider.sim.stripe.paymentIntents.create({
    amount: 2550,
    currency: 'usd',
    confirm: true,
    metadata: {
      order_id: crypto.randomUUID(),
      payment_id: crypto.randomUUID(),
      store_id: crypto.randomUUID(),
    },
    payment_method_data: {
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' },
    } as never,
  })
  await sql`update reconciliations set finished_at = finished_at - interval '2 days'`.execute(store.db)
  const reported = (await reconcilePayments(store.shop))?.map(({ theirs }) => theirs.intentId)
  expect(reported).not.toContain(intent.id)
  expect((await provider.sim.stripe.refunds.list({ payment_intent: intent.id })).data).toEqual([])
})
