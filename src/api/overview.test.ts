import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { stockLevel } from '#domain/products/product.ts'
import { order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { openStoreWithContent } from '../../tests/support/own-content.ts'
import type { TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User

beforeAll(async () => {
  // Without a time zone, which is then that of the machine.
  store = await openStoreWithContent({ name: 'Corner Garage' })
  customer = await signIn(store)
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

/** A copy of a paid order, paid some days ago. */
async function paidBefore(orderId: string, days: number): Promise<void> {
  await sql`
    insert into orders (product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
      customer_email, customer_phone, customer_address, hold, hold_expires_at, placed_at, paid_at, transaction_id)
    select product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
      customer_email, customer_phone, customer_address, hold, hold_expires_at, past.at, past.at, transaction_id || ${`_${days}`}
    from orders, (select now() - make_interval(days => ${days}) as at) as past where id = ${orderId}`.execute(
    store.db,
  )
}

test('The overview shows the revenue of each of the last 30 days, and the best sellers', async () => {
  const pads = await stockProduct(store, { name: 'Brake Pads', price: 10, unit: 'set of 4' })
  const disc = await stockProduct(store, { name: 'Brake Disc', price: 80 })
  const early = await orderPaid(store, customer, pads, 3)
  await orderPaid(store, customer, disc)
  await order(customer, disc, 9)
  await paidBefore(early, 29)
  await paidBefore(early, 30)

  const { body } = await admin.call('GET', '/overview')
  expect(body.days).toHaveLength(30)
  const days: { day: string; revenue: number; orders: number }[] = body.days
  const counted = days.map(({ revenue, orders }) => [revenue, orders])
  expect(counted[0]).toEqual([30, 1])
  expect(counted.slice(1, 29).every(([revenue]) => revenue === 0)).toBe(true)
  expect(counted[29]).toEqual([110, 2])
  const gaps = days.map(({ day }, at) => Date.parse(day) - Date.parse(days[at - 1]?.day ?? day))
  expect(new Set(gaps.slice(1))).toEqual(new Set([86_400_000]))
  expect(body.revenue).toEqual({ total: 170, last30Days: 140 })
  expect(body.bestSellers).toEqual([
    { _id: disc, name: 'Brake Disc', unit: 'piece', pieces: 1, revenue: 80, listed: true },
    { _id: pads, name: 'Brake Pads', unit: 'set of 4', pieces: 6, revenue: 60, listed: true },
  ])
  const namesOf = async (query: string) =>
    (await admin.call('GET', `/overview?${query}`)).body.bestSellers.map(
      ({ name, pieces }: { name: string; pieces: number }) => `${name} ${pieces}`,
    )
  expect(await namesOf('by=units')).toEqual(['Brake Pads 6', 'Brake Disc 1'])
  expect(await namesOf('by=units&days=7')).toEqual(['Brake Pads 3', 'Brake Disc 1'])
  expect((await admin.call('GET', '/overview?days=8')).status).toBe(422)
})

test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati', 'America/Chicago', 'UTC'])(
  'The days of the overview are those of the store’s time zone: %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    const part = await stockProduct(store, { name: `Part of ${zone}`, price: 1 })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
    const before = (await admin.call('GET', '/overview')).body
    expect(before.days.at(-1).day).toBe(today)
    const paid = await orderPaid(store, customer, part)
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    for (const [n, at] of [midnight, new Date(midnight.getTime() - 1)].entries())
      await sql`
        insert into orders (product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
          customer_email, customer_phone, customer_address, hold, hold_expires_at, placed_at, paid_at, transaction_id)
        select product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name, customer_email,
          customer_phone, customer_address, hold, hold_expires_at, ${at}, ${at}, transaction_id || ${`_${n}`} from orders where id = ${paid}`.execute(
        store.db,
      )
    const { days } = (await admin.call('GET', '/overview')).body
    const added = (at: number) => days.at(at).orders - before.days.at(at).orders
    // The order itself, and the one of midnight.
    expect([added(-3), added(-2), added(-1)]).toEqual([0, 1, 2])
    vi.unstubAllEnvs()
  },
)

test('The overview does not count an older store’s unverified admin as an admin', async () => {
  const counts = async () => (await admin.call('GET', '/overview')).body.users
  const before = await counts()
  const another = await signIn(store, { admin: true })
  expect(await counts()).toEqual({ all: before.all + 1, admins: before.admins + 1 })
  await store.db
    .updateTable('accounts')
    .set({ email_verified: false })
    .where('email', '=', another.email)
    .execute()
  expect(await counts()).toEqual({ all: before.all + 1, admins: before.admins })
  const listed = await admin.call('GET', '/users?role=admin')
  expect(listed.body).toHaveLength(before.admins)
})

test('The overview counts sold out and low products by the rule of the product lists, excluding hidden ones', async () => {
  const low = await stockProduct(store, { name: 'Low', minOrder: 2, available: 5 })
  const out = await stockProduct(store, { name: 'Out', minOrder: 2, available: 0 })
  const enough = await stockProduct(store, { name: 'Enough', minOrder: 2, available: 6 })
  const hidden = await stockProduct(store, { name: 'Hidden', available: 0 })
  await admin.call('PATCH', `/product/${hidden}/hidden`, { hidden: true })

  const { body } = await admin.call('GET', '/overview')
  const levels = new Map<string, string>(
    body.lowStock.map((product: { _id: string; available: number; minOrder: number }) => [
      product._id,
      stockLevel(product),
    ]),
  )
  expect(levels.get(low)).toBe('low')
  expect(levels.get(out)).toBe('out')
  expect(levels.size).toBe(body.stock.low + body.stock.out)
  expect([...levels.values()].filter((level) => level === 'out')).toHaveLength(body.stock.out)
  expect(levels.has(enough)).toBe(false)
  expect(levels.has(hidden)).toBe(false)
})

test('The overview tells a new store that delivery and tax are still to be set, until each is saved', async () => {
  const steps = async () => {
    const { hasDelivery, hasTax } = (await admin.call('GET', '/overview')).body.toDo
    return { hasDelivery, hasTax }
  }
  expect(await steps()).toEqual({ hasDelivery: false, hasTax: false })
  await admin.call('PUT', '/delivery', (await admin.call('GET', '/delivery')).body)
  expect(await steps()).toEqual({ hasDelivery: true, hasTax: false })
  const { body: rules } = await admin.call('GET', '/sales-settings')
  await admin.call('PUT', '/sales-settings', { ...rules, taxNumber: 'IL 1234-5678' })
  expect(await steps()).toEqual({ hasDelivery: true, hasTax: true })
})
