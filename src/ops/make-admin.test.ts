import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentities } from '#demo/data/create-identities.ts'
import { codeOf } from '../../tests/support/authenticator.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, signIn, issueAccessToken } from '../../tests/support/users.ts'
import { makeAdmin, removeAdmin, removeSecondFactorByEmail } from './make-admin.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('makes a customer an admin, and the running store serves the next request as an admin’s', async () => {
  const person = await signIn(store)
  expect((await person.call('GET', '/orders')).status).toBe(403)
  // Typed with capitals and spaces, as people do.
  expect(await makeAdmin(store.db, ` ${person.email.toUpperCase()} `)).toBe(
    `${person.email} is now an admin.`,
  )
  // The database notifies the store; reads may be served with a cached token until then.
  await expect.poll(async () => (await person.call('GET', '/orders')).status).toBe(200)
  expect(await makeAdmin(store.db, person.email)).toContain('was already an admin')
  const notes = await store.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'promote')
    .execute()
  expect(notes).toMatchObject([{ actor_id: null, after: { role: 'admin' } }])
})

test('requires an account', async () => {
  await expect(makeAdmin(store.db, 'absent@people.test')).rejects.toThrow(
    'No account has signed in as absent@people.test yet. Sign up with this address in the store first, then run this again.',
  )
})

test('refuses an unverified email with instructions', async () => {
  const email = `${randomUUID().slice(0, 8)}@people.test`
  await createIdentities(store.db, [
    { email, name: 'New Admin', password: 'gasket-rocker-42', emailVerified: false },
  ])
  await issueAccessToken(store, email, 'gasket-rocker-42')
  const refusal = `${email} is not verified yet, so it cannot become an admin.`
  await expect(makeAdmin(store.db, email)).rejects.toThrow(refusal)
  await expect(makeAdmin(store.db, email), 'the second time too').rejects.toThrow(refusal)
})

test('refuses an invalid email address', async () => {
  await expect(makeAdmin(store.db, 'Sam')).rejects.toThrow('"Sam" is not an email address')
})

test('removes the second factor of a lost phone, and ends all sessions', async () => {
  const person = await signIn(store)
  const visitor = caller(store)
  const signInAgain = () =>
    visitor('POST', '/auth/sign-in/email', { email: person.email, password: 'gasket-rocker-42' })
  const { cookie } = person
  const started = await visitor(
    'POST',
    '/auth/two-factor/enable',
    { password: 'gasket-rocker-42' },
    { cookie },
  )
  const code = codeOf(started.body.totpURI)
  expect((await visitor('POST', '/auth/two-factor/verify-totp', { code }, { cookie })).status).toBe(200)
  const signedIn = await signInAgain()
  expect(signedIn.body).toMatchObject({ twoFactorRedirect: true })
  const half = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  expect(
    (await visitor('PUT', `/user/${person.email}`, {}, { cookie: half })).status,
    'no token before the code',
  ).toBe(401)

  expect(await removeSecondFactorByEmail(store.db, person.email.toUpperCase())).toContain(
    `${person.email} now signs in with only the password`,
  )
  expect((await signInAgain()).body).not.toHaveProperty('twoFactorRedirect')
  await expect(removeSecondFactorByEmail(store.db, person.email)).rejects.toThrow(
    'No account with a second factor',
  )
})

test('takes the rights away again, but never the last admin’s', async () => {
  const [first, second] = [await signIn(store, { admin: true }), await signIn(store, { admin: true })]
  await store.db
    .updateTable('accounts')
    .set({ role: 'customer' })
    .where('role', '=', 'admin')
    .where('email', 'not in', [first.email, second.email])
    .execute()
  expect(await removeAdmin(store.db, first.email)).toBe(`${first.email} is no longer an admin.`)
  expect(await removeAdmin(store.db, first.email)).toContain('was not an admin')
  await expect(removeAdmin(store.db, second.email)).rejects.toThrow('This is the last admin of the store.')
  await expect(removeAdmin(store.db, 'absent@people.test')).rejects.toThrow('There is no user')
})
