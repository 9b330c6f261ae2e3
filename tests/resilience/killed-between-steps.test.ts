// Long because it follows a purchase through all its steps, each with what must be true after a kill.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/browser-payer.ts'
import { buildPages } from '../support/build-pages.ts'
import { intentOf, simulatorOf } from '../support/card-payments.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { expectInvariants } from '../support/invariants.ts'
import { newKey, stockProduct } from '../support/orders.ts'
import { START_LIMIT_MS } from '../support/running-store.ts'
import { startStore, type StoreProcess } from '../support/store-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { type ApiResponse, type Caller, caller, signIn, type User } from '../support/users.ts'

// The store's process is killed after a statement of a request that writes or locks, and started again; then
// the request is repeated with the same key. Starting takes seconds, so a run tries every eighth statement,
// from a random one of the first eight. KILL_AFTER=2 begins with the second, KILL_AFTER=all tries each.
const EVERY = 8
const from = process.env['KILL_AFTER'] ?? String(1 + Math.floor(Math.random() * EVERY))
const [FIRST, STRIDE] = from === 'all' ? [1, 1] : [Number(from), EVERY]

/** Not those of the queue of mails, which work in the background. */
const WRITES = /^(?![^]*mail_queue)[^]*\b(insert|update|delete|commit)\b/i

const STOCK = 10
const PEORIA = {
  name: 'Casey Morgan',
  line1: '12 Elm Street',
  city: 'Peoria',
  region: 'IL',
  postalCode: '61602',
  country: 'US',
  phone: '(217) 555-0100',
}

let database: TestDatabase
let proxy: DatabaseProxy
let dataDir: string
let store: StoreProcess
let person: User
let admin: User

const startAgain = async () => {
  store = await startStore(dataDir, {
    inherited: { PATH: process.env['PATH'] },
    env: {
      DATABASE_URL: proxy.url,
      // Only the request itself settles a payment.
      SIMULATOR_FAULTS: 'lose-webhook=always',
      SWEEP_SECONDS: '3600',
    },
  })
}

beforeAll(async () => {
  await buildPages()
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
  dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-killed-'))
  // The first one seeds the demo data.
  await startAgain()
  person = await signIn({ url: store.url, db: database.db })
  admin = await signIn({ url: store.url, db: database.db }, { admin: true })
}, START_LIMIT_MS)
afterAll(async () => {
  await store.stop()
  await proxy.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Two of one new part and one of another in the customer's cart, and the checkout that the page sends. */
type Cart = {
  parts: { productId: string; quantity: number }[]
  checkout: { revision: number; expectedTotal: number; address: object; methodId: string }
  key: Record<string, string>
}

async function fillCart(): Promise<Cart> {
  const parts: Cart['parts'] = []
  for (const quantity of [2, 1]) {
    const productId = await stockProduct({ db: database.db }, { price: 38.9, available: STOCK })
    parts.push({ productId, quantity })
  }
  const before = (await call('GET', '/cart')).body.revision
  const { revision } = (await call('PUT', '/cart', { revision: before, lines: parts })).body
  const { total, methodId } = (await call('POST', '/cart/quote', { address: PEORIA })).body
  const checkout = { revision, expectedTotal: total, address: PEORIA, methodId }
  return { parts, checkout, key: newKey() }
}

/** A cart that was checked out. */
type Placed = Cart & { id: string; total: number }

async function placeCart(): Promise<Placed> {
  const cart = await fillCart()
  const { status, body } = await checkOut(cart)
  if (status !== 201) throw new Error(`Not checked out: ${status} ${JSON.stringify(body)}`)
  return { ...cart, id: body.purchaseId, total: body.total }
}

/** Calls the store that runs now. */
const call: Caller = (...request) => caller(store, person.token)(...request)
const callAsAdmin: Caller = (...request) => caller(store, admin.token)(...request)
const checkOut = ({ checkout, key }: Cart) => call('POST', '/checkout', checkout, key)
const startPayment = ({ id, total, key }: Placed) =>
  call('POST', '/create-payment-intent', { orderId: id, totalPrice: total }, key)

/** The purchases of these parts, the cart, and the stock. */
async function possessions({ parts }: Cart) {
  const isOfPart = (line: { productId: string }) =>
    parts.some(({ productId }) => productId === line.productId)
  const own = (await call('GET', '/purchases/mine')).body
  const purchases = own.filter(({ lines }: { lines: Cart['parts'] }) => lines.some(isOfPart))
  const cart = (await call('GET', '/cart')).body
  const stock = await database.db
    .selectFrom('products')
    .select(['id', 'available'])
    .where(
      'id',
      'in',
      parts.map(({ productId }) => productId),
    )
    .execute()
  return {
    purchases,
    lines: linesOf(cart.lines),
    revision: cart.revision,
    stock: parts.map(({ productId }) => stock.find(({ id }) => id === productId)?.available),
  }
}

const linesOf = (lines: Cart['parts']) => lines.map(({ productId, quantity }) => ({ productId, quantity }))
const TAKEN = [STOCK - 2, STOCK - 1]
const FREE = [STOCK, STOCK]

/** Expects one purchase of the whole cart, which is gone. */
async function expectPlaced(cart: Cart): Promise<void> {
  const { purchases, lines, stock } = await possessions(cart)
  expect(purchases).toHaveLength(1)
  expect(linesOf(purchases[0].lines)).toEqual(cart.parts)
  expect(purchases[0].total).toBe(cart.checkout.expectedTotal)
  expect({ lines, stock }).toEqual({ lines: [], stock: TAKEN })
}

/** Charges of the purchase that were not given back, in dollars. */
async function charged(id: string): Promise<number[]> {
  const { rows } = await sql<{ dollars: number }>`
    select ((c.amount - c.amount_refunded) / 100.0)::float8 as dollars
    from simulator.charges c join simulator.intents i on i.id = c.intent_id
    where c.status = 'succeeded' and i.metadata->>'order_id' = ${id}`.execute(database.db)
  return rows.map(({ dollars }) => dollars)
}

/**
 * Makes a request again and again, each time with another cart, and kills the store after one statement that
 * writes, after a later one … and in the end after the answer.
 * @param request is repeated, with the same key, once the store has started again.
 * @param isDone whether it has been done, wholly; it expects that otherwise nothing has.
 * @param check what must be true after the answer.
 */
async function expectSafeFromKills<T>(steps: {
  prepare: () => Promise<T>
  request: (given: T) => Promise<ApiResponse>
  isDone: (given: T) => Promise<boolean>
  check: (given: T, answer: ApiResponse) => Promise<void>
}): Promise<void> {
  const { prepare, request, isDone, check } = steps
  const done: boolean[] = []
  let answered = false
  // A request with fewer statements than the first try's is killed after its first one too.
  for (let count = FIRST; !answered || !done.includes(false); count = answered ? 1 : count + STRIDE) {
    const given = await prepare()
    const kill = () => process.kill(store.pid, 'SIGKILL')
    const spare = proxy.strikeAfter(count, WRITES, kill)
    answered = (await request(given).catch(() => null)) !== null
    spare()
    if (answered) kill()
    await store.exited
    await startAgain()
    const isNowDone = await isDone(given)
    expect(isNowDone || !answered, `KILL_AFTER=${count}: what was answered is done`).toBe(true)
    done.push(isNowDone)
    await check(given, await request(given))
    expect(count > 1 || !answered, 'the request writes something').toBe(true)
  }
  await expectInvariants(database.url)
}

const LIMIT_MS = START_LIMIT_MS * 2

test(
  'a checkout is one whole purchase without the cart, or the cart as it was, wherever the store is killed',
  () =>
    expectSafeFromKills({
      prepare: fillCart,
      request: checkOut,
      async isDone(cart) {
        const { purchases, ...others } = await possessions(cart)
        if (purchases.length > 0) {
          await expectPlaced(cart)
          return true
        }
        const { revision } = cart.checkout
        expect(others).toEqual({ lines: cart.parts, revision, stock: FREE })
        return false
      },
      async check(cart, answer) {
        expect(answer.status).toBe(201)
        expect(answer.body.insertedIds).toHaveLength(2)
        expect((await checkOut(cart)).body).toEqual(answer.body)
        await expectPlaced(cart)
      },
    }),
  LIMIT_MS,
)

test(
  'a payment is started once, and the purchase can be paid, wherever the store is killed',
  () =>
    expectSafeFromKills({
      prepare: placeCart,
      request: startPayment,
      isDone: async ({ id }) => {
        const row = await database.db
          .selectFrom('payments')
          .select('intent_id')
          .where('order_id', '=', id)
          .executeTakeFirst()
        return Boolean(row?.intent_id)
      },
      async check(placed, answer) {
        expect(answer.status).toBe(201)
        const { rows } =
          await sql`select from simulator.intents where metadata->>'order_id' = ${placed.id}`.execute(
            database.db,
          )
        expect(rows).toHaveLength(1)
        const paid = await pay(simulatorOf(store), intentOf(answer.body.clientSecret), '4242424242424242')
        expect(paid.intent.status).toBe('succeeded')
        await settle({ ...placed, transactionId: paid.intent.id ?? '' })
        expect(await charged(placed.id)).toEqual([placed.total])
      },
    }),
  LIMIT_MS,
)

/** A purchase whose card was charged; the store does not know yet. */
type Charged = Placed & { transactionId: string }

async function chargeCart(): Promise<Charged> {
  const placed = await placeCart()
  const intent = intentOf((await startPayment(placed)).body.clientSecret)
  const { status } = await pay(simulatorOf(store), intent, '4242424242424242')
  expect(status).toBe(200)
  return { ...placed, transactionId: intent.id }
}

async function settle(bought: Charged): Promise<ApiResponse> {
  const { id, transactionId } = bought
  const answer = await call('PATCH', `/order/${id}`, { orderId: id, transactionId })
  expect(answer.status).toBe(200)
  await expectPlaced(bought)
  const shown = (await call('GET', `/purchase/${id}`)).body
  expect(shown).toMatchObject({ paid: true, transactionId })
  expect(shown.documents).toHaveLength(1)
  expect(shown.documents[0]).toMatchObject({ kind: 'invoice', total: bought.total })
  return answer
}

test(
  'a charged purchase is paid whole, with one invoice, wherever the store is killed',
  () =>
    expectSafeFromKills({
      prepare: chargeCart,
      request: ({ id, transactionId }) => call('PATCH', `/order/${id}`, { orderId: id, transactionId }),
      async isDone({ id }) {
        const { paid, documents } = (await call('GET', `/purchase/${id}`)).body
        expect(documents).toHaveLength(paid ? 1 : 0)
        return paid
      },
      async check(bought, answer) {
        expect(answer.status).toBe(200)
        await settle(bought)
        expect(await charged(bought.id)).toEqual([bought.total])
      },
    }),
  LIMIT_MS,
)

/** A purchase that is paid, and the order of its two pieces. */
type Paid = Charged & { orderId: string }

async function payCart(): Promise<Paid> {
  const bought = await chargeCart()
  await settle(bought)
  const { lines } = (await call('GET', `/purchase/${bought.id}`)).body
  return { ...bought, orderId: lines[0].orderId, key: newKey() }
}

/** Expects that this was given back once: by the provider, in the books, and in stock. */
async function expectGivenBack({ id, total, ...bought }: Paid, { body }: ApiResponse): Promise<void> {
  const { amount, refundId } = body
  expect(amount).toBeGreaterThan(0)
  const { refunded, refunds, documents } = (await call('GET', `/purchase/${id}`)).body
  expect(refunds).toMatchObject([{ _id: refundId, amount, state: 'done' }])
  expect(refunded).toBe(amount)
  expect(documents).toMatchObject([{ kind: 'invoice' }, { kind: 'credit_note', total: -amount }])
  expect(await charged(id)).toEqual([Math.round((total - amount) * 100) / 100])
  expect((await possessions(bought)).stock).toEqual([STOCK - 1, STOCK - 1])
}

/** Expects that nothing has been given back. */
async function expectKept({ id, ...bought }: Paid): Promise<void> {
  const { refunds, documents } = (await call('GET', `/purchase/${id}`)).body
  expect({ refunds, documents: documents.length }).toEqual({ refunds: [], documents: 1 })
  expect((await possessions(bought)).stock).toEqual(TAKEN)
}

const cancelOne = ({ id, orderId, key }: Paid) =>
  call('POST', `/purchase/${id}/cancellations`, { lines: [{ orderId, quantity: 1 }] }, key)

test(
  'a canceled piece is in stock again and given back, once, or neither, wherever the store is killed',
  () =>
    expectSafeFromKills({
      prepare: payCart,
      request: cancelOne,
      async isDone(bought) {
        const [{ canceledQty }] = (await call('GET', `/purchase/${bought.id}`)).body.lines
        if (canceledQty === 0) await expectKept(bought)
        return canceledQty > 0
      },
      async check(bought, answer) {
        expect(answer.status).toBe(201)
        await expectGivenBack(bought, answer)
        expect((await cancelOne(bought)).body).toEqual(answer.body)
      },
    }),
  LIMIT_MS,
)

type SentBack = Paid & { returnId: string }

const receiveOne = ({ returnId, orderId, key }: SentBack) => {
  const lines = [{ orderId, received: 1, restocked: 1, writtenOff: 0 }]
  return callAsAdmin('POST', `/return/${returnId}/receipt`, { lines, refund: true }, key)
}

test(
  'a piece that comes back is in stock again and given back, once, or neither, wherever the store is killed',
  () =>
    expectSafeFromKills({
      async prepare(): Promise<SentBack> {
        const bought = await payCart()
        const path = `/purchase/${bought.id}`
        expect((await callAsAdmin('POST', `${path}/shipments`, { parcels: [{}] })).status).toBe(201)
        const lines = [{ orderId: bought.orderId, quantity: 1, reason: 'not_needed' }]
        const asked = await call('POST', `${path}/returns`, { lines })
        expect(asked.status).toBe(201)
        return { ...bought, returnId: asked.body.returnId }
      },
      request: receiveOne,
      async isDone(bought) {
        const { state } = (await call('GET', `/return/${bought.returnId}`)).body
        if (state === 'approved') await expectKept(bought)
        return state === 'received'
      },
      async check(bought, answer) {
        expect(answer.status).toBe(201)
        await expectGivenBack(bought, answer)
        expect((await receiveOne(bought)).body).toEqual(answer.body)
      },
    }),
  LIMIT_MS,
)

test(
  'a purchase that is deleted into the cart is in one of both, wherever the store is killed',
  () =>
    expectSafeFromKills({
      async prepare() {
        const placed = await placeCart()
        // Its payment must be canceled first.
        expect((await startPayment(placed)).status).toBe(201)
        return placed
      },
      request: ({ id }) => call('DELETE', `/purchase/${id}?toCart=1`),
      async isDone(placed) {
        const { purchases, lines, stock } = await possessions(placed)
        if (purchases.length > 0) {
          await expectPlaced(placed)
          return false
        }
        expect({ lines, stock }).toEqual({ lines: placed.parts, stock: FREE })
        return true
      },
      async check(placed, answer) {
        // What was deleted before the store was killed is not there to be deleted.
        expect([200, 404]).toContain(answer.status)
        const { purchases, lines, stock } = await possessions(placed)
        expect({ purchases, lines, stock }).toEqual({ purchases: [], lines: placed.parts, stock: FREE })
        expect((await startPayment({ ...placed, key: newKey() })).status).toBe(404)
        expect(await charged(placed.id)).toEqual([])
      },
    }),
  LIMIT_MS,
)
