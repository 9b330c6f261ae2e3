import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../tests/support/invariants.ts'
import { charge, newKey, order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let secondStore: TestStore
let customer: User
let admin: User

beforeAll(async () => {
  store = await openTestStore()
  secondStore = await openSecondStore(store)
  ;[customer, admin] = await Promise.all([signIn(store), signIn(store, { admin: true })])
})
afterAll(async () => {
  await expectInvariants(store.databaseUrl)
  await secondStore.close()
  await store.close()
})

const PICTURE = '/images/00000000000000000000000000000000-1200x900.webp'
const hide = (id: string, hidden = true) => admin.call('PATCH', `/product/${id}/hidden`, { hidden })
async function add(values: object): Promise<string> {
  const product = { picture: PICTURE, about: 'A part.', price: 40, available: 10, minOrder: 1 }
  const { status, body } = await admin.call('POST', '/product', { ...product, ...values })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.insertedId
}

/** Where this part is found without logging in, on one of the stores. */
async function placesOf(id: string, { word, number }: { word: string; number: string }, at = store) {
  const get = async (path: string) => (await caller(at)('GET', path)).body
  const [list, found, byNumber, words, numbers, fitments] = await Promise.all([
    get('/products?limit=500'),
    get(`/catalogue/search?q=${word}`),
    get(`/catalogue/search?q=${number}`),
    get(`/catalogue/suggestions?q=${word}`),
    get(`/catalogue/suggestions?q=${number}`),
    caller(at)('GET', `/product/${id}/fitments`),
  ])
  const has = (parts: { _id: string }[]) => parts.some(({ _id }) => _id === id)
  return {
    list: has(list),
    search: has(found.items),
    byNumber: has(byNumber.items),
    total: found.total,
    suggestions: JSON.stringify([words, numbers]).includes(number) || JSON.stringify(words).includes(word),
    fitments: fitments.status,
  }
}
const EVERYWHERE = { list: true, search: true, byNumber: true, total: 1, suggestions: true, fitments: 200 }
const NOWHERE = { list: false, search: false, byNumber: false, total: 0, suggestions: false, fitments: 404 }

test('a hidden part is invisible to customers at once, in other processes soon, and returns when it is published', async () => {
  await stockProduct(store)
  const named = { word: 'Zylograph', number: 'ZYL7001' }
  const id = await add({
    name: 'Zylograph Gauge',
    partNumber: named.number,
    brand: 'Zylo',
    category: 'Zylos',
  })
  const everywhere = () => Promise.all([store, secondStore].map((at) => placesOf(id, named, at)))
  expect(await everywhere()).toEqual([EVERYWHERE, EVERYWHERE])
  expect((await customer.call('GET', `/product/${id}`)).status).toBe(200)
  expect((await hide(id)).body).toEqual({ modifiedCount: 1 })
  expect(await placesOf(id, named, store)).toEqual(NOWHERE)
  await expect.poll(everywhere).toEqual([NOWHERE, NOWHERE])
  expectProblem(await customer.call('GET', `/product/${id}`), 404, 'not_found')
  const { brands, categories } = (await admin.call('GET', '/products/brands-and-categories')).body
  expect(brands).not.toContain('Zylo')
  expect(categories).not.toContain('Zylos')
  expect((await hide(id, false)).body).toEqual({ modifiedCount: 1 })
  expect(await placesOf(id, named, store)).toEqual(EVERYWHERE)
  await expect.poll(everywhere).toEqual([EVERYWHERE, EVERYWHERE])
})

test('the number of a hidden part does not keep a search from parts whose numbers begin with it', async () => {
  const hidden = await add({ name: 'Old', partNumber: 'KQX55', hidden: true })
  const shown = await add({ name: 'New', partNumber: 'KQX551' })
  const { items } = (await caller(store)('GET', '/catalogue/search?q=KQX55')).body
  expect(items.map(({ _id }: { _id: string }) => _id)).toEqual([shown])
  expect(hidden).not.toBe(shown)
})

test('a part may be added hidden; admins list, show, edit and restock it, customers do not see it', async () => {
  await store.db
    .insertInto('vehicles')
    .values(
      [2003, 2008].map((year) => ({
        make: 'Pontiac',
        model: 'Vibe',
        year,
        displacement_l: '1.8',
        cylinders: 4,
        fuel: 'Regular',
        drive: 'FWD',
      })),
    )
    .execute()
  const fits = [{ make: 'Pontiac', model: 'Vibe', yearFrom: 2003, yearTo: 2008, engine: null }]
  const id = await add({ name: 'Quillon', hidden: true })
  expectProblem(await customer.call('GET', `/product/${id}`), 404, 'not_found')
  expect((await admin.call('GET', `/products/all/${id}`)).body).toMatchObject({ hidden: true, fits: [] })
  const edit = { picture: PICTURE, about: 'A part.', price: 41, minOrder: 1, name: 'Quillon', fits }
  expect((await admin.call('PUT', `/product/${id}`, edit)).body).toEqual({ modifiedCount: 1 })
  await admin.call('PATCH', `/product/${id}/stock`, { quantity: 5 }, newKey())
  await admin.call('PATCH', `/product/${id}/price`, { price: 42, was: 41 })
  expect((await admin.call('GET', `/products/all/${id}`)).body).toMatchObject({
    hidden: true,
    price: 42,
    available: 15,
    fits,
  })
  const listed = async (query: string): Promise<{ _id: string; hidden: boolean }[]> =>
    (await admin.call('GET', `/products/all?limit=500${query}`)).body
  expect((await listed('')).find(({ _id }) => _id === id)).toMatchObject({ hidden: true })
  const hidden = await listed('&status=hidden')
  expect(hidden.map(({ _id }) => _id)).toContain(id)
  expect(hidden.every((product) => product.hidden)).toBe(true)
  expect((await listed('')).some((product) => !product.hidden)).toBe(true)
  await hide(id, false)
  expect((await customer.call('GET', `/product/${id}`)).body).toMatchObject({ price: 42, available: 15 })
  expect(await listed('&status=hidden')).not.toContainEqual(expect.objectContaining({ _id: id }))
})

test('admins find products by beginnings of words and of part numbers, including hidden ones', async () => {
  const shown = await add({ name: 'Torsion Spring', brand: 'Wexford', partNumber: 'WX 77-104' })
  const hidden = await add({ name: 'Torsion Bar', brand: 'Wexford', partNumber: 'WX 77-105', hidden: true })
  const found = async (q: string) => {
    const { body } = await admin.call('GET', `/products/all?${new URLSearchParams({ q })}`)
    return (body as { _id: string }[]).map(({ _id }) => _id)
  }
  expect(await found('torsion')).toEqual([hidden, shown])
  expect(await found('tors WEXF')).toEqual([hidden, shown])
  expect(await found('torsion spring')).toEqual([shown])
  expect(await found('torsion bar')).toEqual([hidden])
  expect(await found('wx77')).toEqual([hidden, shown])
  expect(await found('WX-77-105')).toEqual([hidden])
  expect(await found('orsion')).toEqual([])
  for (const q of ['%', "'); --", ':*', '\\', '& |', 'zzyzx']) expect(await found(q), q).toEqual([])
  const { status, body } = await admin.call('GET', `/products/all?q=${'x'.repeat(101)}`)
  expect([status, body.errors[0].field]).toEqual([422, 'q'])
  expect((await admin.call('DELETE', `/product/${shown}`)).status).toBe(200)
  expect(await found('torsion')).toEqual([hidden])
})

test('admins find parts by words, by numbers and among hidden ones in one order, page by page', async () => {
  const kinds = [
    { name: 'QX9 Lamp', partNumber: 'LAMP-1' },
    { name: 'Lamp', partNumber: 'QX9-001' },
    { name: 'QX9 Lamp', partNumber: 'LAMP-2', hidden: true },
    { name: 'Lamp', partNumber: 'Q X9/002', hidden: true },
  ]
  const ids: string[] = []
  for (let at = 0; at < 12; at += 1) {
    const { partNumber, ...kind } = kinds[at % kinds.length] as (typeof kinds)[number]
    ids.push(await add({ ...kind, partNumber: `${partNumber}${at}` }))
  }
  // All within one millisecond, which a page that is sorted by its JSON would not tell apart.
  for (const [at, id] of ids.entries())
    await sql`update products set created_at = timestamptz '2026-01-01 12:00:00' + make_interval(secs => ${at} / 1000000.0)
              where id = ${id}`.execute(store.db)
  const found: string[] = []
  let page: { _id: string }[]
  do {
    const after = found.length > 0 ? `&after=${found.at(-1)}` : ''
    page = (await admin.call('GET', `/products/all?q=qx9&limit=5${after}`)).body
    found.push(...page.map(({ _id }) => _id))
  } while (page.length > 0)
  expect(found).toEqual(ids.toReversed())
})

test('a hidden part cannot be ordered; its existing orders are paid, shipped and deleted like any other', async () => {
  const id = await stockProduct(store, { available: 9 })
  const [toPay, toDelete] = [await order(customer, id, 2), await order(customer, id, 3)]
  const paid = await orderPaid(store, customer, id)
  await hide(id)
  const refused = await customer.call('POST', '/order', {
    productId: id,
    orderQty: 1,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
  expectProblem(refused, 404, 'not_found')
  const { transactionId } = await charge(store, customer, toPay)
  const settled = await customer.call('PATCH', `/order/${toPay}`, { transactionId })
  expect(settled.status).toBe(200)
  expect((await customer.call('DELETE', `/order/${toDelete}`)).body).toEqual({ deletedCount: 1 })
  for (const shipped of [toPay, paid])
    expect((await admin.call('PATCH', `/order/shipped/${shipped}`)).status).toBe(200)
  expect((await admin.call('GET', `/products/all/${id}`)).body).toMatchObject({ available: 6, hidden: true })
})

test('hiding is audited once, and a call that changes nothing is not', async () => {
  const id = await stockProduct(store)
  expect((await hide(id)).body).toEqual({ modifiedCount: 1 })
  expect((await hide(id)).body).toEqual({ modifiedCount: 0 })
  expect((await hide(id, false)).body).toEqual({ modifiedCount: 1 })
  const { body } = await admin.call('GET', `/audit?q=${id}`)
  const noted = body.map(({ action, actor, before, after }: Record<string, Record<string, unknown>>) => [
    action,
    actor?.email,
    before?.hidden,
    after?.hidden,
  ])
  expect(noted).toEqual([
    ['publish_product', admin.email, true, false],
    ['hide_product', admin.email, false, true],
    ['add_product', undefined, undefined, undefined],
  ])
})

test('a published part gets the spelling of its brand and category from other parts', async () => {
  const id = await add({ name: 'Later', brand: 'lATER bRAND', hidden: true })
  await add({ name: 'Sooner', brand: 'Later Brand' })
  await hide(id, false)
  expect((await admin.call('GET', `/products/all/${id}`)).body).toMatchObject({ brand: 'Later Brand' })
})

test('only admins list, show and hide hidden parts, and only existing ones', async () => {
  const id = await stockProduct(store, { hidden: true })
  for (const [method, path, body] of [
    ['GET', '/products/all'],
    ['GET', `/products/all/${id}`],
    ['PATCH', `/product/${id}/hidden`, { hidden: false }],
  ] as const) {
    expectProblem(await caller(store)(method, path, body), 401, 'unauthenticated')
    expectProblem(await customer.call(method, path, body), 403, 'forbidden')
  }
  expectProblem(await admin.call('PATCH', `/product/${id}/hidden`, { hidden: 'yes' }), 422, 'invalid_input')
  expectProblem(await hide('00000000-0000-4000-8000-000000000000'), 404, 'not_found')
  expectProblem(await hide('no-id'), 404, 'not_found')
  await admin.call('DELETE', `/product/${id}`)
  expectProblem(await hide(id, false), 404, 'not_found')
})
