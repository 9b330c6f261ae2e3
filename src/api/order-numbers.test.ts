import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { order, stockProduct } from '../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn } from '../../tests/support/users.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('orders are numbered from DL-10001 on, and refused ones take no number', async () => {
  const customer = await signIn(store)
  const productId = await stockProduct(store, { available: 3 })
  const place = (orderQty: number) =>
    customer.call('POST', '/order', {
      productId,
      orderQty,
      customerPhone: '(217) 555-0100',
      customerAddress: '1 Main Street',
    })
  expect((await place(1)).body).toEqual({ insertedId: expect.any(String), number: 'DL-10001' })
  expect((await place(9)).status).toBe(409)
  expect((await place(1)).body).toEqual({ insertedId: expect.any(String), number: 'DL-10002' })
  const listed = await customer.call('GET', `/order/${customer.email}`)
  expect(listed.body.map(({ number }: { number: string }) => number)).toEqual(['DL-10002', 'DL-10001'])
})

test('a repeated key returns the number of its order, even if the order had none yet', async () => {
  const customer = await signIn(store)
  const body = {
    productId: await stockProduct(store),
    orderQty: 1,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  }
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await customer.call('POST', '/order', body, key)
  expect(await customer.call('POST', '/order', body, key)).toMatchObject({ status: 201, body: first.body })
  // As a store of the previous version stored it.
  await sql`update idempotency_keys set answer = answer - 'number' where key = ${key['Idempotency-Key']}`.execute(
    store.db,
  )
  const { insertedId } = first.body
  expect(await customer.call('POST', '/order', body, key)).toMatchObject({
    status: 201,
    body: { insertedId },
  })
})

test('orders at the same moment get different numbers', async () => {
  const customer = await signIn(store)
  const products = await Promise.all(Array.from({ length: 12 }, () => stockProduct(store)))
  const ids = await Promise.all(products.map((id) => order(customer, id)))
  const rows = await store.db.selectFrom('orders').select('number').where('id', 'in', ids).execute()
  expect(new Set(rows.map(({ number }) => number)).size).toBe(12)
})
