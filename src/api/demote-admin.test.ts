import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentities } from '#demo/data/create-identities.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { demoAdmin, insertAccount, signIn, signInAs, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

describe('taking admin rights away', () => {
  const remove = (by: User, email: string) => by.call('DELETE', `/user/admin/${email}`)

  test('ends them with the next request of every token, is audited once, and may be repeated', async () => {
    const leaver = await signIn(store, { admin: true })
    expect((await leaver.call('GET', '/users')).status).toBe(200)
    expect((await remove(admin, leaver.email.toUpperCase())).body).toEqual({ modifiedCount: 1 })
    expectProblem(await leaver.call('GET', '/users'), 403)
    expectProblem(await remove(leaver, admin.email), 403)
    expect((await remove(admin, leaver.email)).body).toEqual({ modifiedCount: 0 })
    const { _id: id, role } = (await leaver.call('GET', `/user/${leaver.email}`)).body
    expect(role).toBe('customer')
    const actor = (await admin.call('GET', `/user/${admin.email}`)).body._id
    const entries = await store.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'before', 'after'])
      .where('subject', '=', `account:${id}`)
      .where('action', '=', 'demote')
      .execute()
    expect(entries).toEqual([{ actor_id: actor, before: { role: 'admin' }, after: { role: 'customer' } }])
  })

  test('is possible for oneself while another admin remains, and never for the last one', async () => {
    const leaver = await signIn(store, { admin: true })
    expect((await remove(leaver, leaver.email)).body).toEqual({ modifiedCount: 1 })
    const others = await store.db
      .selectFrom('accounts')
      .select('email')
      .where('role', '=', 'admin')
      .where('email', '<>', admin.email)
      .execute()
    for (const { email } of others) await remove(admin, email)
    const refused = await remove(admin, admin.email)
    expect([refused.status, refused.body.code]).toEqual([409, 'last_admin'])
    expect((await admin.call('GET', '/users')).status).toBe(200)
  })

  test('does not count an admin whose address is no longer verified', async () => {
    const unproved = await insertAccount(store, { role: 'admin', email_verified: false })
    expect((await remove(admin, admin.email)).body.code).toBe('last_admin')
    expect((await remove(admin, unproved)).body).toEqual({ modifiedCount: 1 })
  })

  test('is not possible for the demo’s admin, whom everyone shares', async () => {
    await createIdentities(store.db, [{ ...demoAdmin, emailVerified: true }])
    const shared = await signInAs(store, demoAdmin)
    await admin.call('PUT', `/user/admin/${demoAdmin.email}`)
    expect((await remove(admin, demoAdmin.email)).body.code).toBe('shared_account')
    expect((await remove(shared, demoAdmin.email)).body.code).toBe('shared_account')
  })
})
