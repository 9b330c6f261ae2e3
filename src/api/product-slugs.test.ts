import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listingSlug } from '#domain/products/listing-slug.ts'
import { findProductBySlug } from '#domain/products/product-page.server.ts'
import * as paths from '#paths.ts'
import { expectInvariants } from '../../tests/support/invariants.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let picture: string

beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
  const key = '00000000000000000000000000000000-1200x900'
  await store.db.insertInto('images').values({ key, width: 1200, height: 900, uploaded_by: null }).execute()
  picture = `/images/${key}.webp`
})
afterAll(async () => {
  await expectInvariants(store.databaseUrl)
  await store.close()
})

type Named = { name: string; partNumber?: string }
const values = (product: Named) => ({ picture, about: 'A part.', price: 9.5, minOrder: 1, ...product })
async function add(product: Named): Promise<string> {
  const { status, body } = await admin.call('POST', '/product', { available: 5, ...values(product) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.insertedId
}
const slugOf = async (id: string): Promise<string> => (await admin.call('GET', `/product/${id}`)).body.slug
const digits = (id: string) => id.replaceAll('-', '').slice(0, 8)

test.each([
  [{ name: 'Ceramic Brake Pads, Front', partNumber: 'DL-BRK-1042' }, 'ceramic-brake-pads-front-dlbrk1042'],
  [{ name: 'Nuts & Bolts (M8×1.25)', partNumber: '' }, 'nuts-bolts-m8-1-25'],
  [{ name: 'Driver’s Dämpfer Größe Ø', partNumber: 'é/1' }, 'drivers-dampfer-grosse-o-e1'],
  [{ name: 'ブレーキパッド', partNumber: 'JP 7' }, 'jp7'],
  [{ name: '刹车片' }, 'part'],
  [
    { name: `${'Long '.repeat(39)}end`, partNumber: 'X'.repeat(60) },
    `${'long-'.repeat(16)}${'x'.repeat(60)}`,
  ],
  [{ name: '../../etc?a=b#c%2F' }, 'etc-a-b-c-2f'],
])('a part has a URL in plain letters: %j', async (product, slug) => {
  expect(await slugOf(await add(product))).toBe(slug)
})

test('the URL of a deleted part shows what it was, unless it was hidden', async () => {
  const sold = await add({ name: 'Once Sold', partNumber: 'GONE-1' })
  const draft = await add({ name: 'Secret Draft', partNumber: 'GONE-2' })
  const slugs = [await slugOf(sold), await slugOf(draft)]
  await admin.call('PATCH', `/product/${draft}/hidden`, { hidden: true })
  for (const id of [sold, draft])
    expect((await admin.call('DELETE', `/product/${id}`)).body).toEqual({ deletedCount: 1 })
  const found = await Promise.all(slugs.map((slug) => findProductBySlug(store.shop.browsing, slug)))
  expect(found).toEqual([{ state: 'deleted', name: 'Once Sold', category: '' }, null])
})

test('two parts of one name and number have two URLs, even when added at once', async () => {
  const twin = { name: 'Twin', partNumber: 'T-1' }
  const ids = await Promise.all(Array.from({ length: 8 }, () => add(twin)))
  const slugs = await Promise.all(ids.map(slugOf))
  expect(new Set(slugs).size).toBe(8)
  for (const [at, slug] of slugs.entries())
    expect(['twin-t1', `twin-t1-${digits(ids[at] ?? '')}`]).toContain(slug)
})

test('a part with a new name gets a new URL, and keeps the old one', async () => {
  const id = await add({ name: 'Old name', partNumber: 'R-1' })
  await admin.call('PUT', `/product/${id}`, values({ name: 'New name', partNumber: 'R-1' }))
  expect(await slugOf(id)).toBe('new-name-r1')
  const other = await add({ name: 'Old name', partNumber: 'R-1' })
  expect(await slugOf(other)).toBe(`old-name-r1-${digits(other)}`)
  await admin.call('PUT', `/product/${id}`, values({ name: 'Old name', partNumber: 'R-1' }))
  expect(await slugOf(id)).toBe('old-name-r1')
})

test('a change of the price, or of the case of the name, leaves the URL', async () => {
  const twin = await add({ name: 'Steady' })
  const id = await add({ name: 'Steady' })
  const slug = `steady-${digits(id)}`
  await admin.call('DELETE', `/product/${twin}`)
  await admin.call('PATCH', `/product/${id}/price`, { price: 8, was: 9.5 })
  await admin.call('PUT', `/product/${id}`, { ...values({ name: 'STEADY' }), price: 8 })
  expect(await slugOf(id)).toBe(slug)
})

test('a part that is added again after it was deleted gets its URL back', async () => {
  const deletedProduct = await add({ name: 'Comes back', partNumber: 'B-1' })
  await admin.call('DELETE', `/product/${deletedProduct}`)
  expect(await slugOf(await add({ name: 'Comes back', partNumber: 'B-1' }))).toBe('comes-back-b1')
})

test('the pages and the database derive the same URL for a category in ASCII', async () => {
  const names = fc.sample(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }), 300)
  const { rows } = await sql<{ name: string; slug: string }>`
    select name, listing_slug(name) as slug from unnest(${names}::text[]) name`.execute(store.db)
  for (const { name, slug } of rows)
    expect(paths.listing('category', listingSlug(name)), name).toBe(`/categories/${encodeURIComponent(slug)}`)
})
