import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stockProduct } from '../../tests/support/orders.ts'
import { queueBehindLock } from '../../tests/support/queue-behind-lock.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let picture: string

beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
  await stockProduct(store)
  picture = (await admin.call('GET', '/products?limit=1')).body[0].picture
})
afterAll(() => store.close())
beforeEach(() => store.db.updateTable('products').set({ brand: '', category: '' }).execute())

type Names = { brand?: string; category?: string }
const values = (names: Names) => ({
  picture,
  name: 'Part',
  about: 'A part.',
  price: 5,
  minOrder: 1,
  ...names,
})
const add = async (names: Names): Promise<string> =>
  (await admin.call('POST', '/product', { ...values(names), available: 5 })).body.insertedId
const edit = (id: string, names: Names, was?: Names) =>
  admin.call('PUT', `/product/${id}`, { ...values(names), ...(was && { was: values(was) }) })
const namesOf = async (id: string) => {
  const { brand, category } = (await admin.call('GET', `/product/${id}`)).body
  return { brand, category }
}
const suggested = async () => (await admin.call('GET', '/products/brands-and-categories')).body

describe('a brand and a category', () => {
  test('are spelled as on other parts on sale', async () => {
    await add({ brand: 'Bosch', category: 'Spark Plugs' })
    expect(await namesOf(await add({ brand: 'bosch ', category: 'SPARK  plugs' }))).toEqual({
      brand: 'Bosch',
      category: 'Spark Plugs',
    })
    const id = await add({ brand: 'NGK', category: 'Ignition' })
    expect((await edit(id, { brand: 'BOSCH', category: ' spark plugs' })).body).toEqual({ modifiedCount: 1 })
    expect(await namesOf(id)).toEqual({ brand: 'Bosch', category: 'Spark Plugs' })
    expect((await admin.call('GET', `/audit?subject=product&q=${id}`)).body[0].after).toMatchObject({
      brand: 'Bosch',
    })
  })

  test('are spelled as on most parts, if there are several spellings', async () => {
    await Promise.all([stockProduct(store), stockProduct(store), stockProduct(store)])
    const { rows } = await sql<{ id: string }>`select id from products limit 3`.execute(store.db)
    const brand = (at: number, name: string) =>
      store.db
        .updateTable('products')
        .set({ brand: name })
        .where('id', '=', rows[at]?.id ?? '')
        .execute()
    await Promise.all([brand(0, 'bosch'), brand(1, 'Bosch'), brand(2, 'Bosch')])
    expect((await namesOf(await add({ brand: 'BOSCH' }))).brand).toBe('Bosch')
    expect((await namesOf(await add({ brand: 'bosch' }))).brand).toBe('bosch')
  })

  test('are new when only a deleted part has them', async () => {
    const id = await add({ brand: 'Bosch' })
    await admin.call('DELETE', `/product/${id}`)
    expect((await namesOf(await add({ brand: 'bosch' }))).brand).toBe('bosch')
  })

  test('can be respelled on a part that has them, and be removed', async () => {
    const id = await add({ brand: 'bosch', category: 'brakes' })
    await edit(id, { brand: 'Bosch', category: '' })
    expect(await namesOf(id)).toEqual({ brand: 'Bosch', category: '' })
  })

  test('can be changed back by the admin who changed them', async () => {
    await add({ brand: 'Bosch' })
    const id = await add({ brand: 'NGK' })
    await edit(id, { brand: 'bosch' }, { brand: 'NGK' })
    expect((await edit(id, { brand: 'NGK' }, { brand: 'bosch' })).body).toEqual({ modifiedCount: 1 })
  })

  test('become one when two admins enter them for the first time at once', async () => {
    const ids = await queueBehindLock(store.db, sql`lock table products in exclusive mode`, 2, () =>
      Promise.all([add({ brand: 'Denso' }), add({ brand: 'DENSO' })]),
    )
    const [first, second] = await Promise.all(ids.map(namesOf))
    expect(first).toEqual(second)
  })

  test('are suggested by name, for parts on sale only', async () => {
    await add({ brand: 'NGK', category: 'Ignition' })
    await add({ brand: 'Bosch 10', category: 'Ignition' })
    await add({ brand: 'Bosch 9' })
    await admin.call('DELETE', `/product/${await add({ brand: 'Gone', category: 'Gone' })}`)
    expect(await suggested()).toEqual({ brands: ['Bosch 9', 'Bosch 10', 'NGK'], categories: ['Ignition'] })
  })

  test('are suggested up to a thousand, the most used first', async () => {
    await add({ brand: 'Zenith' })
    await add({ brand: 'Zenith' })
    await sql`insert into product_counts (category, brand, price_band, in_stock, products)
      select '', 'brand ' || i, 0, true, 1 from generate_series(1, 1200) i`.execute(store.db)
    const { brands } = await suggested()
    expect([brands.length, brands.at(-1)]).toEqual([1000, 'Zenith'])
    await sql`delete from product_counts where brand like 'brand %'`.execute(store.db)
  })

  test('filter the list of products, page by page', async () => {
    const mine = [
      await add({ brand: 'NGK', category: 'Ignition' }),
      await add({ brand: 'NGK', category: 'Ignition' }),
    ]
    await add({ brand: 'NGK', category: 'Brakes' })
    await add({ brand: 'Bosch', category: 'Ignition' })
    const list = async (query: string): Promise<string[]> =>
      (await admin.call('GET', `/products?${query}`)).body.map(({ _id }: { _id: string }) => _id)
    expect(await list('brand=NGK&category=Ignition')).toEqual(mine.toReversed())
    expect(await list('brand=NGK&category=Ignition&limit=1')).toEqual(mine.slice(1))
    expect(await list(`brand=%20NGK&category=Ignition&after=${mine[1]}`)).toEqual(mine.slice(0, 1))
    expect(await list('brand=NGK')).toHaveLength(3)
    expect(await list('category=Ignition')).toHaveLength(3)
    expect(await list('brand=Nobody')).toEqual([])
    expect(await list('brand=&category=&limit=500')).toEqual(await list('limit=500'))
  })

  test('filter a cached list of products as it is now', async () => {
    const query = '/products?brand=Valeo'
    expect((await admin.call('GET', query)).body).toEqual([])
    const id = await add({ brand: 'Valeo' })
    expect((await admin.call('GET', query)).body).toMatchObject([{ _id: id }])
    await edit(id, { brand: '' })
    expect((await admin.call('GET', query)).body).toEqual([])
  })
})
