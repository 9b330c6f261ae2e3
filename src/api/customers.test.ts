import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { purchase } from '../../tests/support/purchases.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let buyer: User
let former: User
let orderId: string

beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true, name: 'Ada Admin' })
  buyer = await signIn(store, { name: 'Zora Buyer' })
  former = await signIn(store, { name: 'Frida Former' })
  const productId = await stockProduct(store, { price: 20, available: 1000 })
  orderId = await orderPaid(store, buyer, productId)
  await order(buyer, productId, 2)
  await orderPaid(store, former, productId)
  await store.db
    .insertInto('vehicles')
    .values({
      make: 'Honda',
      model: 'Civic',
      year: 2009,
      displacement_l: '1.8',
      cylinders: 4,
      fuel: 'Regular',
      drive: '',
    })
    .execute()
  await buyer.call('POST', '/garage', { make: 'Honda', model: 'Civic', year: 2009 })
  await buyer.call('POST', '/review', { rating: 4, text: 'Good pads.' })
  await store.db
    .updateTable('accounts')
    .set({ closed_at: new Date(), name: 'Former customer', email: `deleted-${former.email}@deleted.invalid` })
    .where('email', '=', former.email)
    .execute()
})
afterAll(() => store.close())

type Row = { _id: string; name: string; email?: string }
const list = async (query = ''): Promise<Row[]> => (await admin.call('GET', `/customers${query}`)).body
const names = async (query?: string) => (await list(query)).map(({ name }) => name)

describe('the list of customers', () => {
  test('has everyone with an account, newest first, with their orders in numbers', async () => {
    expect(await names()).toEqual(['Former customer', 'Zora Buyer', 'Ada Admin'])
    expect((await list())[1]).toMatchObject({
      email: buyer.email,
      closed: false,
      orders: 2,
      spent: 20,
      lastOrderAt: expect.any(String),
    })
    expect((await list())[2]).toMatchObject({ role: 'admin', orders: 0, spent: 0 })
  })

  test('is searched by name, email and order number', async () => {
    const { number } = (await admin.call('GET', `/orders/${orderId}`)).body
    for (const q of ['zora', buyer.email, number, `#${number.replace('DL-', '')}`])
      expect(await names(`?q=${encodeURIComponent(q)}`), q).toEqual(['Zora Buyer'])
    expect(await names('?q=nothing-of-it')).toEqual([])
  })

  test('is sorted, paged and filtered', async () => {
    expect(await names('?sort=name')).toEqual(['Ada Admin', 'Former customer', 'Zora Buyer'])
    expect(await names('?sort=-createdAt')).toEqual(['Former customer', 'Zora Buyer', 'Ada Admin'])
    const [first] = await list('?limit=1')
    expect(await names(`?limit=1&after=${first?._id}`)).toEqual(['Zora Buyer'])
    const [a] = await list('?limit=1&sort=name')
    expect(await names(`?limit=1&sort=name&after=${a?._id}`)).toEqual(['Former customer'])
    expect(await names('?status=closed')).toEqual(['Former customer'])
    const open = [...(await names('?status=verified')), ...(await names('?status=unverified'))]
    expect(open.toSorted()).toEqual(['Ada Admin', 'Zora Buyer'])
    expectProblem(await admin.call('GET', '/customers?sort=password'), 422, 'invalid_input')
  })
})

describe('the page of a customer', () => {
  const details = async (of: string) => {
    const found = (await list()).find(({ name }) => name === of)
    return (await admin.call('GET', `/customers/${found?._id}`)).body
  }

  test('has contact, orders with their totals, cars and reviews', async () => {
    const shown = await details('Zora Buyer')
    expect(shown).toMatchObject({
      email: buyer.email,
      orderCount: 2,
      toShip: 1,
      unpaid: 1,
      spent: 20,
      cars: [{ name: expect.stringContaining('2009 Honda Civic') }],
      reviews: [{ rating: 4, text: 'Good pads.', hidden: false }],
    })
    expect(shown.purchases.map(({ paid }: { paid: boolean }) => paid)).toEqual([false, true])
  })

  test('has an order of several parts once, with its number, parts and total', async () => {
    const person = await signIn(store, { name: 'Parker Parts' })
    const wanted = [{ productId: await stockProduct(store) }, { productId: await stockProduct(store) }]
    const { id, number, total } = await purchase(store, person, wanted)
    const shown = await details('Parker Parts')
    expect(shown).toMatchObject({ orderCount: 1, purchases: [{ _id: id, number, total, status: 'unpaid' }] })
    expect(shown.purchases[0].lines).toHaveLength(2)
    expect(shown.purchases[0].lines[0].picture).toMatch(/^http/)
  })

  test('shows no personal data of a closed account, whose orders stay', async () => {
    const shown = await details('Former customer')
    expect(shown).toMatchObject({ closed: true, closedAt: expect.any(String), orderCount: 1, cars: [] })
    expect(shown.purchases).toHaveLength(1)
    const text = JSON.stringify([shown, await list('?status=closed')])
    for (const personal of [former.email, 'Frida', '1 Main Street', 'deleted-']) {
      expect(text).not.toContain(personal)
    }
  })

  test('is for admins, and does not exist for an unknown id', async () => {
    for (const path of ['/customers', '/customers/x'])
      expectProblem(await buyer.call('GET', path), 403, 'forbidden')
    expectProblem(await admin.call('GET', '/customers/x'), 404, 'not_found')
  })
})
