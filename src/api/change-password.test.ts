import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentities } from '#demo/data/create-identities.ts'
import { SHARED_SECRET } from '../../tests/support/identity.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import {
  caller,
  cookieOf,
  demoCustomer,
  PASSWORD,
  signIn,
  signInAs,
  type User,
} from '../../tests/support/users.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(SHARED_SECRET)
})
afterAll(() => store.close())

const NEW = 'a-winding-road'
const change = (
  { cookie }: Pick<User, 'cookie'>,
  newPassword = NEW,
  currentPassword = PASSWORD,
  at: Pick<TestStore, 'url'> = store,
) => caller(at)('POST', '/auth/change-password', { currentPassword, newPassword }, { cookie })
const proves = async ({ email }: User, cookie: string) =>
  (await caller(store)('PUT', `/user/${email}`, {}, { cookie })).status
const canSignIn = async ({ email }: User, password: string) =>
  (await caller(store)('POST', '/auth/sign-in/email', { email, password })).status === 200

test('A changed password ends every other session and all access tokens, and this session goes on', async () => {
  const here = await signIn(store)
  const there = await signInAs(store, here)
  const response = await change(here)
  expect(response.status).toBe(200)

  expect(await proves(here, cookieOf(response))).toBe(200)
  for (const ended of [here, there]) {
    expect(await proves(here, ended.cookie), 'a copied cookie of before').toBe(401)
    expectProblem(await ended.call('GET', `/user/${here.email}`), 401)
  }
  expect(await canSignIn(here, PASSWORD)).toBe(false)
  expect(await canSignIn(here, NEW)).toBe(true)
})

test('A changed password is audited, and its owner gets an email', async () => {
  const person = await signIn(store)
  await change(person)
  const { _id: id } = (
    await (await signInAs(store, { ...person, password: NEW })).call('GET', `/user/${person.email}`)
  ).body
  const entries = await store.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('subject', '=', `account:${id}`)
    .execute()
  expect(entries).toEqual([{ action: 'change_password', actor_id: id, before: null, after: null }])
  const [mail] = await mailsTo(store, person.email)
  expect(mail?.subject).toBe('Your Driveline password was changed')
  expect(mail?.text).toContain('Forgot Password')
})

test('A wrong current password, or a new one against the rules, changes nothing', async () => {
  const person = await signIn(store)
  const wrong = await change(person, NEW, 'not-my-password')
  expect([wrong.status, wrong.body.code, wrong.body.detail]).toEqual([
    400,
    'invalid_password',
    'That password is not right.',
  ])
  for (const [password, message] of [
    ['', 'Password is required'],
    ['short', 'Your Password must be six character or longer'],
    ['password1', 'This password is too common. Choose another one.'],
    ['x'.repeat(129), 'Please keep your password to 128 characters'],
  ] as const) {
    const refused = await change(person, password)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      expect.arrayContaining([expect.objectContaining({ field: 'newPassword', message })]),
    ])
  }
  expect(await proves(person, person.cookie)).toBe(200)
  expect(await mailsTo(store, person.email)).toEqual([])
  expect((await caller(store)('POST', '/auth/change-password', {})).status).toBe(422)
  expect((await change({ cookie: '' })).status).toBe(401)
})

test('Guessing the current password is limited as signing in is', async () => {
  const limited = await openSecondStore(store, { ...SHARED_SECRET, LIMIT_SIGN_IN_PER_MINUTE: '3' })
  const person = await signIn(store)
  const statuses: number[] = []
  for (let n = 0; n < 5; n += 1)
    statuses.push((await change(person, NEW, `guess-number-${n}`, limited)).status)
  expect(statuses).toEqual([400, 400, 400, 429, 429])
  expect((await change(person, NEW, PASSWORD, limited)).body.code).toBe('too_many_attempts')
  await limited.close()
})

test('An account without a password is told what to do, and nothing is set', async () => {
  const person = await signIn(store)
  const methods = () => caller(store)('GET', '/auth/sign-in-methods', undefined, { cookie: person.cookie })
  expect((await methods()).body).toEqual({ hasPassword: true })
  await sql`delete from identity.account
    where "userId" = (select id from identity."user" where email = ${person.email})`.execute(store.db)
  expect((await methods()).body).toEqual({ hasPassword: false })
  const refused = await change(person)
  expect([refused.status, refused.body.code]).toEqual([400, 'no_password'])
  expect(refused.body.detail).toContain('Forgot Password')
  expect((await caller(store)('GET', '/auth/sign-in-methods')).status).toBe(401)
})

test('The password of a demo account stays, since many people use it', async () => {
  await createIdentities(store.db, [{ ...demoCustomer, emailVerified: true }])
  const visitor = await signInAs(store, demoCustomer)
  const refused = await change(visitor, NEW, demoCustomer.password)
  expect([refused.status, refused.body.code]).toEqual([403, 'shared_account'])
  expect(await canSignIn(visitor, demoCustomer.password)).toBe(true)
})

test('Of several changes at once, one counts, and the others change nothing', async () => {
  const person = await signIn(store)
  const passwords = Array.from({ length: 4 }, (_, n) => `a-winding-road-${n}`)
  const responses = await Promise.all(passwords.map((password) => change(person, password)))
  const winners = passwords.filter((_, n) => responses[n]?.status === 200)
  expect(winners).toHaveLength(1)
  expect(await canSignIn(person, winners[0] ?? '')).toBe(true)
  for (const { status } of responses) expect([200, 400, 401]).toContain(status)
  expect(await mailsTo(store, person.email)).toHaveLength(1)
})
