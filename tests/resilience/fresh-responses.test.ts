import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPages } from '#server/pages.ts'
import { order, stockProduct } from '../support/orders.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'

// Responses come from a cache. Every acknowledged change must show in every later response of the process
// that made it, and soon in those of the others (decision 147).

beforeAll(async () => {
  const prepare = path.join(import.meta.dirname, '../../tools/setup/prepare.mjs')
  await promisify(execFile)(process.execPath, [prepare, 'build'])
}, 120_000)

/**
 * Requests the paths repeatedly until it is stopped, so that at every moment some responses are cached and
 * others in flight.
 */
function readConstantly(stores: readonly TestStore[], paths: readonly string[], person: User) {
  let isReading = true
  const readers = stores.flatMap((store) =>
    paths.map(async (each) => {
      while (isReading) await read(store, each, person)
    }),
  )
  return async () => {
    isReading = false
    await Promise.all(readers)
  }
}

async function read(store: TestStore, each: string, { token }: User): Promise<string> {
  const response = await fetch(store.url + each, { headers: { Authorization: `Bearer ${token}` } })
  expect(response.status, each).toBe(200)
  return response.text()
}

describe.each([1, 2])('with %i process(es)', (processes) => {
  const stores: TestStore[] = []
  let customer: User
  let admin: User
  beforeAll(async () => {
    const first = await openTestStore({}, createPages)
    stores.push(first)
    if (processes === 2) stores.push(await openSecondStore(first, {}, createPages))
    customer = await signIn(first)
    admin = await signIn(first, { admin: true })
  })
  afterAll(async () => {
    for (const store of stores.toReversed()) await store.close()
  })
  const storeOf = (i: number) => stores[i % stores.length] as TestStore
  const by = (person: User, i: number) => ({ ...person, call: person.call, url: storeOf(i).url })

  /** Makes a call at the process of change `i`. */
  async function change(i: number, person: User, method: string, address: string, body: unknown) {
    const response = await fetch(by(person, i).url + address, {
      method,
      headers: { Authorization: `Bearer ${person.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status, await response.clone().text()).toBeLessThan(300)
  }

  test('a change of stock, price or reviews shows in every later response of its process, and soon in the others', async () => {
    const [first] = stores
    if (!first) throw new Error('No store')
    let available = 50_000
    const id = await stockProduct(first, { name: 'Watched', category: 'Watched', available })
    const pages = ['/', '/parts', '/parts.data', '/parts/watched', '/categories/watched']
    const part = `/parts/${(await customer.call('GET', `/product/${id}`)).body.slug}`
    // Lists show whether there is enough stock, and the page of a part how much.
    const counted = [part, '/products', `/product/${id}`]
    const shown = [...pages, ...counted]
    const stop = readConstantly(stores, [...shown, '/reviews', '/customerReviews'], customer)
    try {
      for (let i = 0; i < 24; i += 1) {
        const [paths, text] = await changeSomething(i, id)
        for (const each of paths)
          expect(await read(storeOf(i), each, customer), `change ${i} at ${each}`).toContain(text)
        for (const store of stores)
          for (const each of paths)
            await expect
              .poll(() => read(store, each, customer), { message: `change ${i} at ${each}` })
              .toContain(text)
      }
    } finally {
      await stop()
    }

    async function changeSomething(i: number, productId: string): Promise<[string[], string]> {
      if (i % 4 === 0) {
        await change(i, customer, 'POST', '/order', {
          productId,
          orderQty: 7,
          customerPhone: '(217) 555-0100',
          customerAddress: '1 Main Street',
        })
        available -= 7
        return [counted, String(available)]
      }
      if (i % 4 === 1) {
        await change(i, admin, 'PATCH', `/product/${productId}/stock`, { quantity: 11 })
        available += 11
        return [counted, String(available)]
      }
      if (i % 4 === 2) {
        const price = 26 + i
        const from = i < 4 ? 25.5 : 26 + i - 4
        await change(i, admin, 'PATCH', `/product/${productId}/price`, { price, was: from })
        return [shown, String(price)]
      }
      await change(i, customer, 'POST', '/review', { text: `Review number ${i}.`, rating: 5 })
      return [['/', '/reviews', '/customerReviews'], `Review number ${i}.`]
    }
  })

  test('a change of the settings shows on every later page of its process, and soon on the others', async () => {
    const shown = ['/', '/contactUs', '/blogs', '/parts', '/site.webmanifest', '/feeds/products.xml']
    const stop = readConstantly(stores, shown, customer)
    try {
      for (let i = 0; i < 6; i += 1) {
        const { facts } = (await admin.call('GET', '/settings')).body
        const name = `Store number ${i}`
        const body = { section: 'facts', content: { ...facts.content, name }, version: facts.version }
        await change(i, admin, 'PUT', '/settings', body)
        for (const each of shown)
          expect(await read(storeOf(i), each, customer), `change ${i} at ${each}`).toContain(name)
        for (const store of stores)
          for (const each of shown)
            await expect
              .poll(() => read(store, each, customer), { message: `change ${i} at ${each}` })
              .toContain(name)
      }
    } finally {
      await stop()
    }
  })
})

test('a change that is never announced shows once the responses have expired', async () => {
  const store = await openTestStore({}, createPages)
  const customer = await signIn(store)
  const id = await stockProduct(store, { name: 'Sold by hand', category: 'By hand', available: 50 })
  const addresses = ['/products?category=By+hand', `/product/${id}`]
  for (const each of addresses) expect(await read(store, each, customer)).toContain('50')
  await sql`update products set available = 49 where id = ${id}`.execute(store.db)
  for (const each of addresses)
    await expect.poll(() => read(store, each, customer)).toContain('"available":49')
  expect(await read(store, '/contactUs', customer)).toContain('within one business day')
  await sql`
    insert into store_settings (section, content, changed_by)
    select 'facts', '{"name": "By hand", "address": [], "phones": [], "emails": [], "answers": "never"}', id from accounts limit 1`.execute(
    store.db,
  )
  await expect.poll(() => read(store, '/contactUs', customer)).toContain('never')
  await store.close()
})

describe('an order', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore({}, createPages)
  })
  afterAll(() => store.close())

  test('invalidates the responses that show its product, and no other', async () => {
    const customer = await signIn(store)
    const hidden = await stockProduct(store, { name: 'On page two' })
    for (let i = 0; i < 30; i += 1) await stockProduct(store, { name: `Newer ${i}` })
    const hiddenList = '/products?q=On+page+two'
    const paths = ['/', '/parts', '/parts?page=2', hiddenList]
    // Nothing expires.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const isCached = async (each: string) => {
      const before = store.statements()
      await read(store, each, customer)
      return store.statements() === before
    }
    for (const each of paths) await read(store, each, customer)
    for (const each of paths) expect(await isCached(each), each).toBe(true)
    await order(customer, hidden)
    expect(await isCached('/')).toBe(true)
    expect(await isCached('/parts')).toBe(true)
    expect(await isCached('/parts?page=2')).toBe(false)
    expect(await isCached(hiddenList)).toBe(false)
    expect(await isCached(hiddenList)).toBe(true)
    await order(customer, hidden.toUpperCase())
    expect(await isCached(hiddenList), 'ordered by its id in upper case').toBe(false)
  })

  test('invalidates every list that counts stock when it takes the last pieces, and so does its end', async () => {
    const customer = await signIn(store)
    const last = await stockProduct(store, { name: 'Of another kind', available: 5 })
    for (let i = 0; i < 30; i += 1) await stockProduct(store, { name: `Bolt ${i}` })
    const search = '/catalogue/search?limit=1&stock=in'
    const inStock = async () => JSON.parse(await read(store, search, customer)).total
    const before = await inStock()
    const id = await order(customer, last, 5)
    expect(await inStock()).toBe(before - 1)
    expect((await customer.call('DELETE', `/order/${id}`)).status).toBe(200)
    expect(await inStock()).toBe(before)
  })
})
