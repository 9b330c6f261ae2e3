import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { newKey, order, stockProduct } from '../support/orders.ts'
import { expectEveryRule, outcomeOf } from '../support/store-pair.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { type ApiResponse, caller, verifyEmail, type User, signIn } from '../support/users.ts'

// A client sends a request to a store that hangs, gives up and retries it with the same key at another one,
// which refuses.
// Then the obstacle is removed, and the first store continues.

const settings = {
  AUTH_SECRET: 'of-both-stores-0123456789-0123456789',
  LIMIT_UNPAID_ORDERS: '2',
  UNVERIFIED_SHARE_PERCENT: '0',
}
let store: TestStore
let hanging: TestStore
let proxy: DatabaseProxy
let admin: User

beforeAll(async () => {
  store = await openTestStore(settings)
  proxy = await startDatabaseProxy(store.databaseUrl)
  hanging = await openSecondStore({ databaseUrl: proxy.url, db: store.db }, settings)
  admin = await signIn(store, { admin: true })
})
afterAll(async () => {
  await hanging.close()
  await proxy.close()
  await store.close()
})

const form = { customerPhone: '(217) 555-0100', customerAddress: '1 Main Street' }
const restock = (id: string, quantity: number) => admin.call('PATCH', `/product/${id}/stock`, { quantity })
const reprice = async (id: string, price: number) => {
  const { picture, name, about, minOrder } = (await admin.call('GET', `/product/${id}`)).body
  await admin.call('PUT', `/product/${id}`, {
    picture: new URL(picture, store.url).pathname,
    name,
    about,
    minOrder,
    price,
  })
}

/** Sends it to the hanging store, then to the other one; `clear` removes the reason of the refusal. */
async function refusedThenLate(
  person: User,
  [method, path, body]: [string, string, object],
  clear: () => Promise<unknown>,
): Promise<[retry: ApiResponse, late: ApiResponse]> {
  const key = newKey()
  proxy.freeze()
  const hung = caller(hanging, person.token)(method, path, body, key)
  const retry = await person.call(method, path, body, key)
  await clear()
  proxy.thaw()
  const late = await hung
  expect((await person.call(method, path, body, key)).body.detail).toBe(retry.body.detail)
  return [retry, late]
}

test.each<[code: string, (person: User, id: string) => Promise<[ApiResponse, ApiResponse]>]>([
  [
    '409 insufficient_stock',
    (person, productId) =>
      refusedThenLate(person, ['POST', '/order', { productId, orderQty: 11, ...form }], () =>
        restock(productId, 20),
      ),
  ],
  [
    '409 price_changed',
    async (person, productId) => {
      await reprice(productId, 30)
      return refusedThenLate(
        person,
        ['POST', '/order', { productId, orderQty: 1, totalPrice: 25.5, ...form }],
        () => reprice(productId, 25.5),
      )
    },
  ],
  [
    '422 below_min_order',
    async (person) => {
      const productId = await stockProduct(store, { minOrder: 1, available: 20 })
      const few = { productId, orderQty: 2, ...form }
      await store.db.updateTable('products').set({ min_order: 3 }).where('id', '=', productId).execute()
      return refusedThenLate(person, ['POST', '/order', few], () =>
        store.db.updateTable('products').set({ min_order: 1 }).where('id', '=', productId).execute(),
      )
    },
  ],
  [
    '429 too_many_unpaid_orders',
    async (person, productId) => {
      const [first] = [await order(person, productId), await order(person, productId)]
      return refusedThenLate(person, ['POST', '/order', { productId, orderQty: 1, ...form }], () =>
        person.call('DELETE', `/order/${first}`),
      )
    },
  ],
  [
    '409 email_not_verified',
    async (_, productId) => {
      const newcomer = await signIn(store, { unverified: true })
      return refusedThenLate(newcomer, ['POST', '/order', { productId, orderQty: 2, ...form }], () =>
        verifyEmail(store, newcomer),
      )
    },
  ],
  [
    '409 stock_conflict',
    (_, productId) =>
      refusedThenLate(admin, ['PATCH', `/product/${productId}/stock`, { quantity: -11 }], () =>
        restock(productId, 20),
      ),
  ],
])('a retry refused with %s does not happen later', async (code, happen) => {
  const person = await signIn(store)
  const productId = await stockProduct(store, { available: 10 })
  const [retry, late] = await happen(person, productId)
  expect([outcomeOf(retry), outcomeOf(late)]).toEqual([code, code])
  expect(late.body.detail).toBe(retry.body.detail)
  await expectEveryRule(store)
})

test('a first try that arrives before its refused retry determines both responses', async () => {
  const person = await signIn(store)
  const productId = await stockProduct(store, { available: 1 })
  const key = newKey()
  const body = { productId, orderQty: 1, ...form }
  const first = await person.call('POST', '/order', body, key)
  const late = await caller(hanging, person.token)('POST', '/order', body, key)
  expect([first.status, late.status]).toEqual([201, 201])
  expect(late.body).toEqual(first.body)
})
