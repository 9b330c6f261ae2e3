import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { generate } from 'orval'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { intentOf, payByCard } from '../support/card-payments.ts'
import { stockProduct } from '../support/orders.ts'
import { quartersAs } from '../support/test-pictures.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { PASSWORD, type User, signIn } from '../support/users.ts'

/**
 * A client generated from /openapi.json alone: functions by operation name that return `{ status, data }`.
 */
type Client = Record<string, (...given: any[]) => Promise<{ status: number; data: any }>>

let store: TestStore
let admin: User
let dir: string
let client: Client

beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
  dir = await mkdtemp(path.join(tmpdir(), 'driveline-client-'))
  await writeFile(path.join(dir, 'openapi.json'), await (await fetch(`${store.url}/openapi.json`)).text())
  await generate(
    {
      input: { target: path.join(dir, 'openapi.json') },
      output: { target: path.join(dir, 'client.ts'), client: 'fetch', baseUrl: store.url },
    },
    dir,
  )
  await compile(dir)
  client = (await import(pathToFileURL(path.join(dir, 'out/client.js')).href)) as Client
}, 60_000)
afterAll(async () => {
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

/**
 * Compiles as strictly as its users might.
 * @throws Error with the compiler's output.
 */
async function compile(folder: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'dom'],
    types: [],
    outDir: 'out',
  }
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['client.ts'] }),
  )
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
  await promisify(execFile)(process.execPath, [path.join(path.dirname(manifest), 'bin/tsc'), '-p', folder])
}

/**
 * Makes one call of the client.
 * @throws Error unless it returns `status`.
 */
async function done(status: number, name: string, ...given: unknown[]): Promise<any> {
  const call = client[name]
  if (!call) throw new Error(`The client has no ${name}`)
  const response = await call(...given)
  expect(response.status, `${name}: ${JSON.stringify(response.data)}`).toBe(status)
  return response.data
}

const bearer = (token: string, headers: Record<string, string> = {}) => ({
  headers: { Authorization: `Bearer ${token}`, ...headers },
})

test('a client generated from the document orders, pays, reviews and signs out', async () => {
  const productId = await stockProduct(store, { price: 25.5, available: 10 })
  const email = 'generated@people.test'
  await done(200, 'signUp', { name: 'Gene Rated', email, password: PASSWORD })
  const identity = (await done(200, 'signIn', { email, password: PASSWORD })).token
  const { token } = await done(200, 'issueAccessToken', email, { email }, bearer(identity))

  expect((await done(200, 'listProducts', { limit: 5 }))[0]._id).toBe(productId)
  expect((await done(200, 'showProduct', productId, bearer(token))).price).toBe(25.5)
  const wish = { productId, orderQty: 2, customerPhone: '217 555 0142', customerAddress: '1 Main Street' }
  const key = bearer(token, { 'Idempotency-Key': 'generated-1' })
  const { insertedId } = await done(201, 'placeOrder', wish, key)
  expect(await done(201, 'placeOrder', wish, key)).toEqual({ insertedId, number: 'DL-10001' })
  const { totalPrice } = await done(200, 'showPayment', insertedId, bearer(token))
  const { clientSecret } = await done(
    201,
    'createPaymentIntent',
    { orderId: insertedId, totalPrice },
    bearer(token),
  )
  const paid = await payByCard(store, intentOf(clientSecret))
  expect(paid.intent.status).toBe('succeeded')
  const transactionId = paid.intent.id
  await done(200, 'confirmPayment', insertedId, { orderId: insertedId, transactionId }, bearer(token))
  expect(await done(200, 'listOwnOrders', email, {}, bearer(token))).toMatchObject([
    { _id: insertedId, paid: true, transactionId },
  ])
  await done(201, 'addReview', { rating: 5, text: 'Fits.' }, bearer(token))
  await done(404, 'showPayment', productId, bearer(token))

  const renewed = await done(200, 'issueAccessToken', email, { email }, bearer(identity))
  await done(200, 'signOut', {}, bearer(renewed.token))
  for (const ended of [token, renewed.token]) await done(401, 'showAccount', email, bearer(ended))
  await done(401, 'issueAccessToken', email, { email }, bearer(identity))
})

test('a client generated from the document manages the store', async () => {
  const { token } = admin
  const image = new Blob([new Uint8Array(await quartersAs('png', 64, 48))])
  const { data } = await done(201, 'uploadImage', { image }, bearer(token))
  const product = { picture: data.url, name: 'Strut', about: 'Front.', price: 80, available: 4, minOrder: 1 }
  const { insertedId } = await done(201, 'addProduct', product, bearer(token))
  await done(200, 'restockProduct', insertedId, { quantity: 3 }, bearer(token))
  await done(200, 'repriceProduct', insertedId, { price: 75, was: 80 }, bearer(token))
  expect(await done(200, 'deleteProduct', insertedId, bearer(token))).toEqual({ deletedCount: 1 })
  const [order] = await done(200, 'listOrders', { status: 'paid' }, bearer(token))
  const tracking = { carrier: 'UPS', trackingNumber: '1Z9V41R70355019832' }
  expect(await done(200, 'shipOrder', order._id, tracking, bearer(token))).toEqual({ modifiedCount: 1 })
  expect(await done(200, 'showOrder', order._id, bearer(token))).toMatchObject(tracking)
  expect((await done(200, 'listAccounts', { q: 'generated' }, bearer(token)))[0].email).toBe(
    'generated@people.test',
  )
  await done(403, 'listAccounts', {}, bearer((await signIn(store)).token))
})
