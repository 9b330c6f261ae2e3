import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedFacts } from '#domain/audit/audit.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { plainPng, quartersAs } from '../../tests/support/test-pictures.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User

beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

async function upload(bytes: Uint8Array<ArrayBuffer>, name = 'part.png', field = 'image'): Promise<Response> {
  const form = new FormData()
  form.set(field, new Blob([bytes]), name)
  return fetch(`${store.url}/images`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${admin.token}` },
  })
}

test('a product is added from the upload of its picture to the home page', async () => {
  const response = await upload(new Uint8Array(await quartersAs('png', 400, 300)))
  expect(response.status).toBe(201)
  const { data } = (await response.json()) as { data: { url: string; width: number; height: number } }
  expect(data).toMatchObject({ width: 400, height: 300 })
  const picture = await fetch(data.url)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  const added = await admin.call('POST', '/product', {
    picture: data.url,
    name: ' Ceramic Brake Pads ',
    about: 'A full axle set.',
    price: 49.5,
    available: 12,
    minOrder: 2,
    brand: 'Brembo',
  })
  expect(added.status).toBe(201)
  expect((await caller(store)('GET', '/products')).body[0]).toEqual({
    _id: added.body.insertedId,
    slug: 'ceramic-brake-pads',
    picture: data.url,
    name: 'Ceramic Brake Pads',
    about: 'A full axle set.',
    price: 49.5,
    available: 12,
    minOrder: 2,
    unit: 'piece',
    brand: 'Brembo',
    category: '',
    partNumber: '',
  })
  const trail = await store.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('subject', '=', `product:${added.body.insertedId}`)
    .execute()
  expect(trail).toMatchObject([{ action: 'add_product', after: { price: 49.5, available: 12, minOrder: 2 } }])
})

async function uploaded(width: number): Promise<string> {
  const response = await upload(new Uint8Array(await quartersAs('png', width, 48)))
  return ((await response.json()) as { data: { url: string } }).data.url
}

test('a product has other pictures, in their order, which an edit changes and without the field keeps', async () => {
  const [first, second, third] = [await uploaded(60), await uploaded(61), await uploaded(62)]
  const values = { name: 'Caliper', about: 'Left.', price: 20, minOrder: 1, picture: first }
  const added = await admin.call('POST', '/product', {
    ...values,
    available: 9,
    morePictures: `${second}\n${third} ${second}`,
  })
  expect(added.status).toBe(201)
  const id = String(added.body.insertedId)
  const inDatabase = () =>
    store.db
      .selectFrom('products')
      .select(['picture', 'more_pictures'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const at = (url: string) => new URL(url).pathname
  expect(await inDatabase()).toMatchObject({
    picture: at(first),
    more_pictures: `${at(second)} ${at(third)}`,
  })
  const customer = await signIn(store)
  expect((await customer.call('GET', `/product/${id}`)).body.morePictures).toBe(`${second} ${third}`)

  const edit = (given: object) => admin.call('PUT', `/product/${id}`, { ...values, ...given })
  // Without the field they stay.
  expect((await edit({})).body).toEqual({ modifiedCount: 0 })
  expect((await edit({ morePictures: `${third} ${second}` })).body).toEqual({ modifiedCount: 1 })
  expect((await inDatabase()).more_pictures).toBe(`${at(third)} ${at(second)}`)
  const conflict = await edit({ morePictures: third, was: { morePictures: `${second} ${third}` } })
  expectProblem(conflict, 409, 'product_changed')
  expect(conflict.body.errors).toMatchObject([{ field: 'morePictures' }])
  const trail = await store.db
    .selectFrom('audit_entries')
    .select('after')
    .where('subject', '=', `product:${id}`)
    .where('action', '=', 'edit_product')
    .execute()
  expect(trail).toMatchObject([{ after: { morePictures: 'changed' } }])
  expect(changedFacts({ after: trail[0]?.after ?? {} })).toContainEqual({
    name: 'More pictures',
    before: null,
    after: 'changed',
  })
  expect((await edit({ morePictures: '' })).body).toEqual({ modifiedCount: 1 })
  expect((await inDatabase()).more_pictures).toBe('')
})

test('other pictures are those of this store, and at most eight', async () => {
  const own = await uploaded(63)
  const product = { name: 'Strut', about: 'Left.', price: 20, available: 9, minOrder: 1, picture: own }
  const add = (morePictures: unknown) => admin.call('POST', '/product', { ...product, morePictures })
  for (const foreign of [
    'https://elsewhere.example/a.png',
    `${own} /images/none.webp`,
    'javascript:alert(1)',
  ])
    expectProblem(await add(foreign), 422, 'foreign_picture')
  const nine = Array.from({ length: 9 }, (_, at) => `/images/${at}.webp`).join(' ')
  for (const wrong of [nine, ['/images/a.webp'], 7, '/'.repeat(2001), 'a'.repeat(20_000)])
    expectProblem(await add(wrong), 422, 'invalid_input')
  expect((await add(Array(12).fill(own).join(' '))).status).toBe(201)
})

test('an upload accepts only pictures, by their content', async () => {
  const text = (words: string) => new Uint8Array(Buffer.from(words))
  const svg = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [bytes, status] of [
    [svg, 415],
    [text('<html><script>alert(1)</script>'), 415],
    [text('%PDF-1.7'), 415],
    [new Uint8Array(await quartersAs('gif')), 415],
    [new Uint8Array((await quartersAs('png', 64, 48)).subarray(0, 60)), 422],
    [new Uint8Array(plainPng(6000, 5000)), 422],
    [new Uint8Array(5 * 1024 * 1024 + 1), 413],
  ] as const) {
    const response = await upload(bytes)
    expectProblem({ status: response.status, body: await response.json(), headers: response.headers }, status)
  }
})

test('an upload needs the multipart field "image"', async () => {
  const other = await upload(new Uint8Array(await quartersAs('png', 64, 48)), 'x.png', 'file')
  expect([other.status, (await other.json()).detail]).toEqual([422, 'Image is Required'])
  expectProblem(await admin.call('POST', '/images', {}), 415, 'unsupported_media_type')
  expectProblem(
    await admin.call('POST', '/images', 'x', { 'Content-Type': 'multipart/form-data; boundary=none' }),
    400,
    'malformed_body',
  )
})
