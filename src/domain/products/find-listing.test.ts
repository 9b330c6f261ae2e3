import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct } from '../../../tests/support/add-product.ts'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { signIn } from '../../../tests/support/users.ts'
import { listedSlugs } from './find-listing.server.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('brands with parts on sale have a page, in any spelling of their names', async () => {
  await addProduct(store, { brand: 'Pike & Marlow' })
  await addProduct(store, { brand: 'Škoda Parts' })
  const { id } = await addProduct(store, { brand: 'Sold Out' })
  const slugs = () => listedSlugs(store, 'brand', ['PIKE-MARLOW', 'Škoda Parts', 'Sold Out', 'Unknown', '&'])
  expect(await slugs()).toEqual(
    new Map([
      ['PIKE-MARLOW', 'pike-marlow'],
      ['Sold Out', 'sold-out'],
      ['Škoda Parts', 'skoda-parts'],
    ]),
  )
  const admin = await signIn(store, { admin: true })
  expect((await admin.call('PATCH', `/product/${id}/hidden`, { hidden: true })).status).toBe(200)
  expect((await slugs()).has('Sold Out')).toBe(false)
})
