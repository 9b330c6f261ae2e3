import { afterAll, beforeAll, expect, test } from 'vitest'
import { order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User

beforeAll(async () => {
  store = await openTestStore()
  ;[customer, admin] = await Promise.all([signIn(store), signIn(store, { admin: true })])
  const [rotor, filter, belt] = await Promise.all([
    stockProduct(store, { name: 'Rotor', price: 160 }),
    stockProduct(store, { name: 'filter', price: 3 }),
    stockProduct(store, { name: 'Belt', price: 40 }),
  ])
  const shipped = await orderPaid(store, customer, belt)
  await admin.call('PATCH', `/order/shipped/${shipped}`, {})
  await orderPaid(store, customer, rotor)
  await order(customer, filter, 12)
})
afterAll(() => store.close())

/** All rows of a list, in pages of two. */
async function pagesOf(caller: User, path: string, query: Record<string, string>) {
  const rows: Record<string, unknown>[] = []
  for (;;) {
    const last = rows.at(-1)
    const page = new URLSearchParams({ ...query, limit: '2', ...(last && { after: String(last['_id']) }) })
    const { status, body } = await caller.call('GET', `${path}?${page}`)
    expect(status, JSON.stringify(body)).toBe(200)
    if (body.length === 0) return rows
    rows.push(...body)
  }
}

test.each([
  ['placedAt', ['Belt', 'Rotor', 'filter']],
  ['-totalPrice', ['Rotor', 'Belt', 'filter']],
  ['productName', ['Belt', 'filter', 'Rotor']],
  ['status', ['filter', 'Rotor', 'Belt']],
  ['-status', ['Belt', 'Rotor', 'filter']],
])(
  'orders are sorted by %s page by page, all of them, in a search, and a customer’s own',
  async (sort, names) => {
    const namesOf = async (caller: User, path: string, query: Record<string, string>) =>
      (await pagesOf(caller, path, query)).map(({ productName }) => productName)
    expect(await namesOf(admin, '/orders', { sort })).toEqual(names)
    expect(await namesOf(admin, '/orders', { sort, q: customer.email })).toEqual(names)
    expect(await namesOf(customer, `/order/${customer.email}`, { sort })).toEqual(names)
  },
)

test('users are sorted by name, email and role, admins first, also in a search', async () => {
  const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
  for (const query of [{}, { q: admin.email.replace(/.*@/, '') }]) {
    const emails = (await pagesOf(admin, '/users', { sort: '-email', ...query })).map(({ email }) =>
      String(email),
    )
    expect(emails.length).toBeGreaterThanOrEqual(2)
    expect(emails).toEqual(emails.toSorted(compare).toReversed())
    const [first] = await pagesOf(admin, '/users', { sort: 'role', ...query })
    expect(first).toMatchObject({ role: 'admin' })
  }
  const { status, body } = await admin.call('GET', '/users?sort=password')
  expect([status, body.errors[0].field]).toEqual([422, 'sort'])
})
