// Long because what is closed, kept and refused is tried on one store.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentities } from '#demo/data/create-identities.ts'
import { eraseFormerCustomers } from '#domain/orders/erase-former-customers.server.ts'
import { address } from '../../tests/support/call-samples.ts'
import { intentFor, setFaults } from '../../tests/support/card-payments.ts'
import { expectInvariants } from '../../tests/support/invariants.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { paidPurchase } from '../../tests/support/paid-purchase.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { countWaiting, queueBehindLock } from '../../tests/support/queue-behind-lock.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import {
  type ApiResponse,
  caller,
  demoCustomer,
  PASSWORD,
  signIn,
  signInAs,
  signUp,
  type User,
} from '../../tests/support/users.ts'

const civic = { make: 'Honda', model: 'Civic', year: 2009 }

let store: TestStore
let admin: User
beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
  const engine = { fuel: 'Regular', drive: 'FWD', displacement_l: '1.8', cylinders: 4 }
  await store.db
    .insertInto('vehicles')
    .values({ ...civic, ...engine })
    .execute()
})
afterAll(async () => {
  await expectInvariants(store.databaseUrl)
  await store.close()
})

const close = (
  { cookie }: Pick<User, 'cookie'>,
  body: object = { password: PASSWORD },
): Promise<ApiResponse> => caller(store)('POST', '/auth/close-account', body, { cookie })
const rowOf = (id: string) =>
  store.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const idOf = async (person: User): Promise<string> =>
  (await person.call('GET', `/user/${person.email}`)).body._id
const removePassword = ({ email }: User) =>
  sql`delete from identity.account
    where "userId" = (select id from identity."user" where email = ${email})`.execute(store.db)
/** The database itself refuses to date a shipping back. */
async function shippedDaysAgo(id: string, days: number) {
  await sql`alter table orders disable trigger orders_only_move_forward`.execute(store.db)
  await sql`update orders set shipped_at = clock_timestamp() - make_interval(days => ${days}::integer) where id = ${id}`.execute(
    store.db,
  )
  await sql`alter table orders enable trigger orders_only_move_forward`.execute(store.db)
}
const profile = {
  education: 'Night school',
  address: '12 Gasket Lane',
  phone: '(217) 555-0177',
  linkedIn: 'none',
}

describe('closing an account', () => {
  test('ends sessions and tokens, and removes profile, cars, cart and name; reviews stay', async () => {
    const person = await signIn(store, { name: 'Mira Sandoval' })
    const there = await signInAs(store, person)
    const id = await idOf(person)
    await person.call('POST', '/cart/lines', { productId: await stockProduct(store), quantity: 2 })
    await person.call('PUT', `/updateUser/${person.email}`, profile)
    expect((await person.call('POST', '/garage', civic)).status).toBe(200)
    expect((await person.call('POST', '/addresses', address)).status).toBe(201)
    const review = (await person.call('POST', '/review', { rating: 5, text: 'Fits.' })).body.insertedId
    expect(await close(person)).toMatchObject({ status: 200, body: { status: true } })

    for (const ended of [person, there]) {
      expectProblem(await ended.call('GET', `/user/${person.email}`), 401)
      expect((await caller(store)('PUT', `/user/${person.email}`, {}, { cookie: ended.cookie })).status).toBe(
        401,
      )
    }
    expect(
      (await caller(store)('POST', '/auth/sign-in/email', { email: person.email, password: PASSWORD }))
        .status,
    ).toBe(401)
    const { closed_at: closedAt, email, ...row } = await rowOf(id)
    expect(closedAt).not.toBeNull()
    expect(email).toMatch(/^deleted-.*@deleted\.invalid$/)
    expect(row).toMatchObject({
      name: 'Former customer',
      education: null,
      address: null,
      phone: null,
      linkedin: null,
    })
    const shown = (await caller(store)('GET', '/reviews?limit=500')).body
    expect(shown.find(({ _id }: { _id: string }) => _id === review)).toMatchObject({
      name: 'Former customer',
      text: 'Fits.',
    })
    const cars = await sql`select from garage_vehicles where account_id = ${id}`.execute(store.db)
    expect(cars.rows).toEqual([])
    const addresses = await sql`select from addresses where account_id = ${id}`.execute(store.db)
    expect(addresses.rows).toEqual([])
    const carts = await sql`select from carts where account_id = ${id}`.execute(store.db)
    expect(carts.rows).toEqual([])
    const everything = await sql<{ text: string }>`
      select (select string_agg(a::text, ' ') from accounts a) || (select string_agg(u::text, ' ') from identity."user" u)
        || coalesce((select string_agg(e::text, ' ') from audit_entries e where subject = 'account:' || ${id}), '') as text`.execute(
      store.db,
    )
    for (const personal of [person.email, 'Mira Sandoval', '12 Gasket Lane'])
      expect(everything.rows[0]?.text).not.toContain(personal)
    const entries = await sql<{ action: string }>`
      select action, before, after, actor_id from audit_entries where subject = ${`account:${id}`}`.execute(
      store.db,
    )
    expect(entries.rows).toEqual([{ action: 'close_account', before: null, after: null, actor_id: id }])
    const [mail] = await mailsTo(store, person.email)
    expect(mail?.subject).toBe('Your Driveline account is closed')
  })

  test('deletes unpaid orders with their payments; paid ones ship, and are erased half a year later', async () => {
    const person = await signIn(store, { name: 'Mira Sandoval' })
    const productId = await stockProduct(store)
    const stock = async () => (await admin.call('GET', `/product/${productId}`)).body.available
    const paid = await orderPaid(store, person, productId)
    const before = await stock()
    const unpaid = await order(person, productId)
    await intentFor(person, unpaid)
    expect(await close(person)).toMatchObject({ status: 200 })

    expect(await stock()).toBe(before)
    const [gone] = (
      await sql`select hold, customer_name, customer_email, customer_phone, customer_address,
        (select string_agg(state, ',') from payments where order_id = orders.id) as payments
        from orders where id = ${unpaid}`.execute(store.db)
    ).rows
    const erased = {
      customer_name: 'Former customer',
      customer_email: '',
      customer_phone: '',
      customer_address: '',
    }
    expect(gone).toEqual({ ...erased, hold: 'released', payments: 'canceled' })
    const shown = async () => (await admin.call('GET', `/orders/${paid}`)).body
    const needed = await shown()
    const [{ _id: invoice }] = (await admin.call('GET', `/purchase/${paid}`)).body.documents
    const issued = async () => (await admin.call('GET', `/document/${invoice}`)).body
    const kept = await issued()
    expect(kept.buyer).toMatchObject({ name: 'Mira Sandoval', email: person.email })
    expect(needed).toMatchObject({ customerName: 'Mira Sandoval', customerEmail: person.email })
    expect(needed.customerAddress).not.toBe('')
    const texts = (await mailsTo(store, person.email)).map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringContaining('The order that you paid for still ships'))
    expect(texts.join()).not.toContain('Former customer')

    await eraseFormerCustomers(store.shop)
    expect(await shown(), 'it is still to ship').toEqual(needed)
    expect((await admin.call('PATCH', `/order/shipped/${paid}`)).body).toEqual({ modifiedCount: 1 })
    await sendOrderMails(store)
    expect((await mailsTo(store, person.email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('has shipped'),
    )
    const line = { orderId: paid, quantity: 1, reason: 'not_needed', words: 'I have moved away' }
    await admin.call('POST', `/purchase/${paid}/returns`, { lines: [line] })
    const said = async () => (await admin.call('GET', `/purchase/${paid}`)).body.returns[0].lines[0].words
    await eraseFormerCustomers(store.shop)
    expect(await issued(), 'nor is its invoice').toEqual(kept)
    expect(await said()).toBe('I have moved away')
    expect((await shown()).customerAddress, 'the charge may be disputed').toBe(needed.customerAddress)
    await shippedDaysAgo(paid, 181)
    await eraseFormerCustomers(store.shop)
    expect(await shown()).toMatchObject({
      customerName: 'Former customer',
      customerEmail: '',
      customerPhone: '',
      customerAddress: '',
      totalPrice: needed.totalPrice,
      transactionId: needed.transactionId,
    })
    expect(await issued()).toEqual({ ...kept, buyer: { name: 'Former customer', email: '', address: '' } })
    expect(await said()).toBeUndefined()
    await shippedDaysAgo(paid, 0)
  })

  test('keeps a purchase of which a part is still to ship, however long ago the others shipped', async () => {
    const person = await signIn(store, { name: 'Mira Sandoval' })
    const wanted = [{ productId: await stockProduct(store) }, { productId: await stockProduct(store) }]
    const { id, orderIds } = await paidPurchase(store, person, wanted)
    const lines = [{ orderId: orderIds[0], quantity: 1 }]
    await admin.call('POST', `/purchase/${id}/shipments`, { parcels: [{ lines }] })
    await shippedDaysAgo(id, 181)
    expect(await close(person)).toMatchObject({ status: 200 })
    const shown = async () => (await admin.call('GET', `/purchase/${id}`)).body
    await eraseFormerCustomers(store.shop)
    expect(await shown()).toMatchObject({ name: 'Mira Sandoval', email: person.email })
    await admin.call('POST', `/purchase/${id}/shipments`, { parcels: [{}] })
    await eraseFormerCustomers(store.shop)
    expect(await shown()).toMatchObject({ name: 'Former customer', email: '' })
    await shippedDaysAgo(id, 0)
  })

  test('erases an order half a year after it was canceled, also if it was paid back by check', async () => {
    const person = await signIn(store, { name: 'Mira Sandoval' })
    const id = await orderPaid(store, person, await stockProduct(store))
    await setFaults(store, 'error=always,on=refund')
    const canceled = await person.call('POST', `/purchase/${id}/cancellations`, {
      lines: [{ orderId: id, quantity: 1 }],
      reason: 'I have moved to Gasket Lane',
    })
    const { refundId } = canceled.body
    await sql`update refunds set state = 'failed', failure = 'expired_card' where id = ${refundId}`.execute(
      store.db,
    )
    await setFaults(store, '')
    const settled = await admin.call('PATCH', `/refund/${refundId}`, { settledOtherwise: 'By check no. 12' })
    expect(settled.status).toBe(200)
    expect(await close(person)).toMatchObject({ status: 200 })
    const shown = async () => (await admin.call('GET', `/purchase/${id}`)).body
    const before = await shown()
    expect(before).toMatchObject({ refunded: 0, refunds: [{ note: expect.stringContaining('Gasket Lane') }] })
    await eraseFormerCustomers(store.shop)
    expect(await shown(), 'the charge may be disputed').toEqual(before)
    await sql`update stock_movements set at = at - interval '181 days' where order_id = ${id}`.execute(
      store.db,
    )
    await eraseFormerCustomers(store.shop)
    const after = await shown()
    expect(after.email).toBe('')
    expect(after.refunds).toEqual([expect.not.objectContaining({ note: expect.anything() })])
  })

  test('needs the password, and changes nothing without it', async () => {
    const person = await signIn(store)
    const wrong = await close(person, { password: 'not-my-password' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_password'])
    expect((await close(person, {})).body.code).toBe('invalid_password')
    expect((await close({ cookie: '' })).status).toBe(401)
    expect((await person.call('GET', `/user/${person.email}`)).status).toBe(200)
  })

  test('of an account without a password needs a login of the last 15 minutes', async () => {
    const person = await signIn(store)
    await removePassword(person)
    const age = (minutes: number) =>
      sql`update identity.session set "createdAt" = now() - make_interval(mins => ${minutes}::integer)
        where "userId" = (select id from identity."user" where email = ${person.email})`.execute(store.db)
    await age(16)
    const refused = await close(person, {})
    expect([refused.status, refused.body.code]).toEqual([403, 'login_too_old'])
    await age(14)
    expect((await close(person, {})).status).toBe(200)
  })

  test('frees the email for a new account, which has nothing of the old one', async () => {
    const person = await signIn(store)
    await orderPaid(store, person, await stockProduct(store))
    await close(person)
    const again = await signUp(store, { ...person, name: 'Newt' })
    expect((await again.call('GET', `/order/${again.email}`)).body).toEqual([])
    expect((await again.call('GET', `/user/${again.email}`)).body).toMatchObject({
      name: 'Newt',
      emailVerified: false,
    })
  })

  test('is refused to admins and demo accounts, and nothing of theirs is deleted', async () => {
    const refused = await close(admin)
    expect([refused.status, refused.body.code]).toEqual([409, 'account_is_admin'])
    await createIdentities(store.db, [{ ...demoCustomer, emailVerified: true }])
    const visitor = await signInAs(store, demoCustomer)
    const open = await order(visitor, await stockProduct(store))
    const shared = await close(visitor, { password: demoCustomer.password })
    expect([shared.status, shared.body.code]).toEqual([403, 'shared_account'])
    expect((await visitor.call('GET', `/orders/${open}`)).status).toBe(200)
  })

  test('takes the account out of the lists of admins', async () => {
    const person = await signIn(store, { name: 'Zelda Quist' })
    const count = async () => (await admin.call('GET', '/overview')).body.users.all
    const before = await count()
    await close(person)
    expect(await count()).toBe(before - 1)
    const found = (await admin.call('GET', '/users?limit=500')).body
    expect(found.map(({ name }: { name: string }) => name)).not.toContain('Former customer')
  })
})

describe('at the moment when an account is closed', () => {
  test.each([
    ['an address', (person: User) => person.call('POST', '/addresses', address)],
    ['a car', (person: User) => person.call('POST', '/garage', civic)],
    ['a profile', (person: User) => person.call('PUT', `/updateUser/${person.email}`, profile)],
  ])('%s that waited for it is refused', async (_, save) => {
    const person = await signIn(store)
    const id = await idOf(person)
    const locked = sql`select from accounts where id = ${id} for update`
    const [closed, saved] = await queueBehindLock(store.db, locked, 2, async () => {
      const closing = close(person)
      await expect.poll(() => countWaiting(store.db), { interval: 5 }).toBe(1)
      return Promise.all([closing, save(person)])
    })
    expect(closed.status).toBe(200)
    expectProblem(saved, 401, 'unauthenticated')
    const { rows } = await sql`
      select (select count(*)::integer from addresses where account_id = ${id}) as addresses,
        (select count(*)::integer from garage_vehicles where account_id = ${id}) as cars`.execute(store.db)
    expect(rows).toEqual([{ addresses: 0, cars: 0 }])
  })

  test('orders, reviews, cars, profiles and tokens leave nothing of the person behind', async () => {
    const productId = await stockProduct(store, { available: 1000 })
    for (let round = 0; round < 5; round += 1) {
      const person = await signIn(store, { name: `Racer ${round}` })
      const id = await idOf(person)
      const [closed, ...others] = await Promise.all([
        close(person),
        caller(store)('PUT', `/user/${person.email}`, {}, { cookie: person.cookie }),
        person.call('POST', '/order', {
          productId,
          orderQty: 1,
          customerAddress: '12 Gasket Lane',
          customerPhone: '(217) 555-0177',
        }),
        person.call('POST', '/review', { rating: 4, text: 'Raced.' }),
        person.call('PUT', `/updateUser/${person.email}`, profile),
        close(person),
      ])
      for (const { status } of others) expect([200, 201, 401, 403]).toContain(status)
      expect([200, 401]).toContain(closed.status)
      const left = await sql<{ text: string; unpaid: number }>`
        select (select a::text from accounts a where id = ${id}) || coalesce((select string_agg(r.name, ' ') from reviews r
          where account_id = ${id}), '') as text,
          (select count(*)::int from orders where account_id = ${id} and deleted_at is null) as unpaid`.execute(
        store.db,
      )
      expect(left.rows[0]?.text).not.toContain(person.email)
      expect(left.rows[0]?.text).not.toContain(person.name)
      expect(left.rows[0]?.text).not.toContain('Gasket')
      expect(left.rows[0]?.unpaid).toBe(0)
    }
  })
})
