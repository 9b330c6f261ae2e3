import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestPasswordReset, signUpIdentity } from '../../tests/support/identity.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, cookieOf, insertAccount, newEmail, type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User

beforeAll(async () => {
  store = await openTestStore()
  ;[customer, admin] = await Promise.all([
    signIn(store, { name: 'Casey Morgan' }),
    signIn(store, { admin: true }),
  ])
})
afterAll(() => store.close())

const profile = {
  education: 'Riverside High',
  address: '1 Main Street',
  phone: '(217) 555-0100',
  linkedIn: 'https://www.linkedin.com/in/casey',
}

describe('a profile', () => {
  test('shows name and email, and the profile once it is filled in', async () => {
    const person = await signIn(store, { name: 'Pat' })
    const before = (await person.call('GET', `/user/${person.email}`)).body
    expect(before).toEqual({
      _id: expect.any(String),
      email: person.email,
      name: 'Pat',
      role: 'customer',
      emailVerified: true,
    })
    expect((await person.call('PUT', `/updateUser/${person.email}`, profile)).body).toEqual({
      modifiedCount: 1,
    })
    expect((await person.call('GET', `/user/${person.email}`)).body).toEqual({ ...before, ...profile })
  })

  test.each([
    'I have none',
    'linkedin.com/in/casey',
    'javascript:alert(1)',
    'https://example.com',
    'x'.repeat(200),
  ])('stores any LinkedIn as it was typed: %s', async (linkedIn) => {
    const path = `/updateUser/${customer.email}`
    expect((await customer.call('PUT', path, { ...profile, linkedIn })).status).toBe(200)
    expect((await customer.call('GET', `/user/${customer.email}`)).body).toMatchObject({ linkedIn })
  })

  test('update changes the four fields and nothing else', async () => {
    const before = (await customer.call('GET', `/user/${customer.email}`)).body
    await customer.call('PUT', `/updateUser/${customer.email}`, {
      ...profile,
      role: 'admin',
      email: admin.email,
      name: 'Admin',
      emailVerified: false,
    })
    expect((await customer.call('GET', `/user/${customer.email}`)).body).toEqual({ ...before, ...profile })
  })

  test('is found under any spelling of its email', async () => {
    expect((await customer.call('GET', `/user/${customer.email.toUpperCase()}`)).body.email).toBe(
      customer.email,
    )
  })
})

describe('an access token', () => {
  test('ends with signing out, on the next request, for reading and for writing', async () => {
    const person = await signIn(store)
    expect((await person.call('GET', `/user/${person.email}`)).status).toBe(200)
    const out = await fetch(`${store.url}/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: person.cookie, 'Content-Type': 'application/json' },
      body: '{}',
    })
    expect(out.status).toBe(200)
    expectProblem(await person.call('GET', `/user/${person.email}`), 401)
    expectProblem(await person.call('POST', '/review', { rating: 5 }), 401)
    expectProblem(await caller(store)('PUT', `/user/${person.email}`, {}, { cookie: person.cookie }), 401)
  })

  test('ends in other processes, too', async () => {
    const secondStore = await openSecondStore(store)
    const person = await signIn(store)
    const there = caller(secondStore, person.token)
    expect((await there('GET', `/user/${person.email}`)).status).toBe(200)
    await fetch(`${store.url}/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: person.cookie, 'Content-Type': 'application/json' },
      body: '{}',
    })
    expectProblem(await there('POST', '/review', { rating: 5 }), 401)
    await expect
      .poll(async () => (await there('GET', `/user/${person.email}`)).status, { interval: 10 })
      .toBe(401)
    await secondStore.close()
  })

  test('is issued with the account in the format of the account’s own call', async () => {
    const profile = {
      education: 'BSc',
      address: '1 Main Street',
      phone: '(217) 555-0100',
      linkedIn: 'https://www.linkedin.com/in/robin',
    }
    expect((await customer.call('PUT', `/updateUser/${customer.email}`, profile)).status).toBe(200)
    for (const person of [customer, admin, await signIn(store, { unverified: true })]) {
      const issued = await caller(store)('PUT', `/user/${person.email}`, {}, { cookie: person.cookie })
      const shown = await person.call('GET', `/user/${person.email}`)
      expect(issued.body.account).toEqual(shown.body)
      expect(Object.keys(issued.body).toSorted()).toEqual(['account', 'expiresAt', 'token'])
    }
  })

  test('ends when its minutes are over', async () => {
    const person = await signIn(store)
    const { _id } = (await person.call('GET', `/user/${person.email}`)).body
    await store.db
      .updateTable('access_tokens')
      .set({ expires_at: new Date(0) })
      .where('account_id', '=', _id)
      .execute()
    expectProblem(await person.call('POST', '/review', { rating: 5 }), 401)
  })

  test('may be issued repeatedly for one session; the earlier ones stay valid', async () => {
    const again = await caller(store)('PUT', `/user/${customer.email}`, {}, { cookie: customer.cookie })
    expect(again.body.token).not.toBe(customer.token)
    const minutes = (Date.parse(again.body.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15.1)
    expect((await customer.call('GET', `/user/${customer.email}`)).status).toBe(200)
  })
})

describe('making an admin', () => {
  test('takes effect on the new admin’s next request', async () => {
    const person = await signIn(store)
    expectProblem(await person.call('GET', '/users'), 403)
    expect((await person.call('GET', `/admin/${person.email}`)).body).toEqual({ admin: false })
    expect((await admin.call('PUT', `/user/admin/${person.email}`)).body).toEqual({ modifiedCount: 1 })
    expect((await person.call('GET', '/users')).status).toBe(200)
    expect((await person.call('GET', `/admin/${person.email}`)).body).toEqual({ admin: true })
    expectProblem(await person.call('POST', '/review', { rating: 5 }), 403)
  })

  test('again changes nothing', async () => {
    const email = await insertAccount(store)
    expect((await admin.call('PUT', `/user/admin/${email}`)).body).toEqual({ modifiedCount: 1 })
    expect((await admin.call('PUT', `/user/admin/${email}`)).body).toEqual({ modifiedCount: 0 })
    const { _id } = (await admin.call('GET', `/user/${email}`)).body
    const trail = await store.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject', '=', `account:${_id}`)
      .execute()
    expect(trail).toMatchObject([
      { action: 'promote', before: { role: 'customer' }, after: { role: 'admin' } },
    ])
  })

  test('refuses a customer with its own message', async () => {
    const response = await customer.call('PUT', `/user/admin/${customer.email}`)
    expectProblem(response, 403, 'forbidden')
    expect(response.body.detail).toBe('Failed to Add New Admin')
  })

  test('out of an unverified account is refused with instructions, and works once the email is verified', async () => {
    const person = await signIn(store)
    const account = store.db.updateTable('accounts').where('email', '=', person.email)
    await account.set({ email_verified: false }).execute()
    const response = await admin.call('PUT', `/user/admin/${person.email}`)
    expectProblem(response, 409, 'email_not_verified')
    expect(response.body.detail).toContain('open the link in the email')
    expectProblem(await person.call('DELETE', `/product/${randomUUID()}`), 403)
    await account.set({ email_verified: true }).execute()
    expect((await admin.call('PUT', `/user/admin/${person.email}`)).body).toEqual({ modifiedCount: 1 })
    await expect.poll(async () => (await person.call('GET', '/orders')).status, { interval: 10 }).toBe(200)
  })

  test('does not count for an older store’s unverified account: it is a customer everywhere', async () => {
    const person = await signIn(store, { admin: true })
    const account = store.db.updateTable('accounts').where('email', '=', person.email)
    await account.set({ email_verified: false }).execute()
    await expect.poll(async () => (await person.call('GET', '/orders')).status, { interval: 10 }).toBe(403)
    const path = `/user/${person.email}`
    expect((await person.call('GET', path)).body.role).toBe('customer')
    expect((await person.call('GET', `/admin/${person.email}`)).body).toEqual({ admin: false })
    const emails = async (role: string) =>
      (await admin.call('GET', `/users?role=${role}&q=${person.email}`)).body.map(
        ({ email }: { email: string }) => email,
      )
    expect([await emails('admin'), await emails('customer')]).toEqual([[], [person.email]])
    expectProblem(await admin.call('PUT', `/user/admin/${person.email}`), 409, 'email_not_verified')
    await account.set({ email_verified: true }).execute()
    expect((await person.call('GET', path)).body.role).toBe('admin')
  })

  test('can be reversed, with effect on the next write at once and on reads soon', async () => {
    const person = await signIn(store, { admin: true })
    expect((await person.call('GET', '/users')).status).toBe(200)
    await store.db
      .updateTable('accounts')
      .set({ role: 'customer' })
      .where('email', '=', person.email)
      .execute()
    expectProblem(await person.call('PUT', `/user/admin/${customer.email}`), 403)
    await expect.poll(async () => (await person.call('GET', '/users')).status, { interval: 10 }).toBe(403)
  })

  test('cannot be reversed for the last admin', async () => {
    const own = await openTestStore()
    const [first, second] = await Promise.all([signIn(own, { admin: true }), signIn(own, { admin: true })])
    const demote = (email: string) =>
      own.db.updateTable('accounts').set({ role: 'customer' }).where('email', '=', email).execute()
    await demote(first.email)
    await expect(demote(second.email)).rejects.toThrow(/last admin/)
    await expect(own.db.deleteFrom('accounts').where('role', '=', 'admin').execute()).rejects.toThrow(
      /last admin/,
    )
    const left = await own.db.selectFrom('accounts').select('email').where('role', '=', 'admin').execute()
    expect(left).toHaveLength(1)
    await own.close()
  })
})

test.each([true, false])(
  'the owner who takes over an account is told so, by each token of the next minutes, whether it had been used (%s)',
  async (wasUsed) => {
    const email = newEmail()
    const cookie = await signUpIdentity(store, email)
    const issue = async (proof: string) =>
      (await caller(store)('PUT', `/user/${email}`, {}, { cookie: proof })).body
    if (wasUsed) expect(await issue(cookie)).not.toHaveProperty('claimed')
    const newPassword = 'owners-own-word'
    const token = await requestPasswordReset(store, email)
    expect((await caller(store)('POST', '/auth/reset-password', { token, newPassword })).status).toBe(200)
    const signIn = { email, password: newPassword }
    const signedIn = cookieOf(await caller(store)('POST', '/auth/sign-in/email', signIn))
    expect(await issue(signedIn)).toMatchObject({ claimed: true, account: { name: email.split('@')[0] } })
    expect(await issue(signedIn), 'another tab').toMatchObject({ claimed: true })
    await store.db
      .updateTable('accounts')
      .set({ claimed_at: new Date(Date.now() - 16 * 60_000) })
      .where('email', '=', email)
      .execute()
    expect(await issue(signedIn)).not.toHaveProperty('claimed')
  },
)

describe('all users', () => {
  test('are found by a part of the name or email, taken literally', async () => {
    await signIn(store, { name: '100%_Fan' })
    const search = async (q: string) =>
      (await admin.call('GET', `/users?q=${encodeURIComponent(q)}`)).body.map(
        (user: { name: string }) => user.name,
      )
    expect(await search('0%_f')).toEqual(['100%_Fan'])
    expect(await search('%_%')).toEqual([])
    expect(await search(customer.email.slice(0, 8))).toEqual(['Casey Morgan'])
  })

  test('can be narrowed down to the admins or the customers, as many as the overview counts', async () => {
    const { all, admins } = (await admin.call('GET', '/overview')).body.users
    const roles = async (role: string) =>
      (await admin.call('GET', `/users?limit=500&role=${role}`)).body.map(
        (user: { role: string }) => user.role,
      )
    expect(await roles('admin')).toEqual(Array(admins).fill('admin'))
    expect(await roles('customer')).toEqual(Array(all - admins).fill('customer'))
    expect(admins).toBeGreaterThan(0)
    expect(all).toBeGreaterThan(admins)
    expectProblem(await admin.call('GET', '/users?role=owner'), 422)
  })
})
