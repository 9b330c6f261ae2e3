import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../tests/support/problem.ts'
import { quartersAs } from '../../tests/support/test-pictures.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

const SHOP = 'https://shop.example.com'
let store: TestStore
let admin: User
let customer: User
let url: string
let id: string

beforeAll(async () => {
  // Reached by another URL than the public one, as behind a proxy.
  store = await openTestStore({ APP_URL: SHOP })
  ;[admin, customer] = [await signIn(store, { admin: true }), await signIn(store)]
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await quartersAs('png', 64, 48))]), 'part.png')
  const uploaded = await fetch(`${store.url}/images`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${admin.token}` },
  })
  url = ((await uploaded.json()) as { data: { url: string } }).data.url
  const product = { name: 'Strut', about: 'Front.', price: 20, available: 50, minOrder: 1 }
  id = (await admin.call('POST', '/product', { ...product, picture: url })).body.insertedId
})
afterAll(() => store.close())

const stored = async () =>
  (await store.db.selectFrom('products').select('picture').where('id', '=', id).executeTakeFirstOrThrow())
    .picture

test('the API returns absolute picture URLs, and the database stores paths', async () => {
  expect(url).toMatch(/^https:\/\/shop\.example\.com\/images\/[0-9a-f]{32}-64x48\.webp$/)
  expect(await stored()).toBe(new URL(url).pathname)
  const placed = await customer.call('POST', '/order', {
    productId: id,
    orderQty: 2,
    customerPhone: '217 555 0142',
    customerAddress: '1 Main Street',
  })
  const order = placed.body.insertedId
  const responses = [
    (await customer.call('GET', '/products')).body[0],
    (await customer.call('GET', `/product/${id}`)).body,
    (await customer.call('GET', `/order/${customer.email}`)).body[0],
    (await customer.call('GET', `/payment/${order}`)).body,
    (await admin.call('GET', '/orders')).body[0],
  ]
  expect(responses.map(({ picture }) => picture)).toEqual(Array(5).fill(url))
})

test('another host may show the picture', async () => {
  const served = await fetch(store.url + new URL(url).pathname)
  expect(served.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

test('an edit that sends back what it received changes nothing, in either form of the URL', async () => {
  const { _id: _, available: __, ...product } = (await admin.call('GET', `/product/${id}`)).body
  for (const picture of [url, new URL(url).pathname]) {
    const edit = { ...product, picture, was: { ...product, picture } }
    expect((await admin.call('PUT', `/product/${id}`, edit)).body).toEqual({ modifiedCount: 0 })
  }
  expect(await stored()).toBe(new URL(url).pathname)
})

test('the same path on another host is a foreign picture', async () => {
  const { pathname } = new URL(url)
  for (const picture of [
    `https://evil.example${pathname}`,
    `https://shop.example.com.evil.example${pathname}`,
    `https://shop.example.com@evil.example${pathname}`,
    `http://shop.example.com${pathname}`,
    `//shop.example.com${pathname}`,
  ]) {
    const product = { picture, name: 'Strut', about: 'Rear.', price: 20, available: 5, minOrder: 1 }
    expectProblem(await admin.call('POST', '/product', product), 422, 'foreign_picture')
  }
})
