import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../tests/support/invariants.ts'
import { linkIn, mailsTo } from '../../tests/support/mails.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import {
  type ApiResponse,
  newCredentials,
  newEmail,
  signIn,
  signUp,
  type User,
  verifyEmail,
} from '../../tests/support/users.ts'

let store: TestStore
let admin: User
beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true, name: 'Alex Rivera' })
})
afterAll(async () => {
  await expectInvariants(store.databaseUrl)
  await store.close()
})

const invite = (email: string, by = admin) => by.call('POST', '/staff/invitations', { email })
const accept = (person: User, token: string): Promise<ApiResponse> =>
  person.call('POST', `/user/admin/${person.email}`, { token })
const listed = async () =>
  (await admin.call('GET', '/staff/invitations')).body as { _id: string; email: string; expired: boolean }[]
const isAdmin = async (person: User) => (await person.call('GET', '/users')).status === 200

/** The tokens in all emails of invitations to this address, newest first. */
async function tokensOf(email: string): Promise<string[]> {
  const mails = await mailsTo(store, email)
  return mails
    .filter(
      ({ subject, text }) =>
        subject.startsWith('You are invited') && text.includes('An admin of Driveline invites'),
    )
    .map(({ text }) => new URL(linkIn(text)).searchParams.get('token') ?? '')
}
const tokenOf = async (email: string) => (await tokensOf(email))[0] ?? ''

test('An invited person signs up, verifies the address, and is an admin after accepting, once', async () => {
  const person = newCredentials('Ines Castell')
  expect((await invite(` ${person.email.toUpperCase()} `)).status).toBe(201)
  expect(await listed()).toContainEqual({
    _id: expect.any(String),
    email: person.email,
    invitedBy: 'Alex Rivera',
    invitedAt: expect.any(String),
    expiresAt: expect.any(String),
    expired: false,
  })
  const token = await tokenOf(person.email)
  const user = await signUp(store, person)
  expect((await accept(user, token)).body.code).toBe('email_not_verified')
  expect(await isAdmin(user)).toBe(false)
  await sql`update identity."user" set "emailVerified" = true where email = ${user.email}`.execute(store.db)
  await verifyEmail(store, user)
  expect((await accept(user, token)).body).toEqual({ modifiedCount: 1 })
  expect(await isAdmin(user)).toBe(true)
  expect((await listed()).map(({ email }) => email)).not.toContain(person.email)
  await admin.call('DELETE', `/user/admin/${user.email}`)
  expect((await accept(user, token)).body.code).toBe('invitation_ended')
})

test('The audit names who invited, and contains no address', async () => {
  const user = await signIn(store)
  const { insertedId } = (await invite(user.email)).body
  await accept(user, await tokenOf(user.email))
  const id = (await user.call('GET', `/user/${user.email}`)).body._id
  const actor = (await admin.call('GET', `/user/${admin.email}`)).body._id
  const entries = await store.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'after'])
    .where('subject', 'in', [`account:${id}`, `invitation:${insertedId}`])
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'invite_admin', actor_id: actor, after: null },
    { action: 'promote', actor_id: actor, after: { role: 'admin', invitationId: insertedId } },
  ])
})

test('The database has only hashes of tokens, and each email its own', async () => {
  const email = newEmail()
  await invite(email)
  await invite(email)
  const [newer = '', older = ''] = await tokensOf(email)
  expect(newer).not.toBe(older)
  const { rows } = await sql<{ text: string }>`
    select string_agg(i::text, ' ') as text from staff_invitations i`.execute(store.db)
  expect(rows[0]?.text).not.toContain(newer)
  expect((await listed()).filter((one) => one.email === email)).toHaveLength(1)
})

test('An invitation opens nothing to others, or once it was replaced, withdrawn or is too old', async () => {
  const user = await signIn(store)
  const other = await signIn(store)
  await invite(user.email)
  const replaced = await tokenOf(user.email)
  const { insertedId } = (await invite(user.email)).body
  const token = await tokenOf(user.email)
  expectProblem(await accept(other, token), 403)
  for (const wrong of [replaced, '', 'x', `${token}x`])
    expect([409, 422]).toContain((await accept(user, wrong)).status)
  await sql`update staff_invitations set expires_at = now() where email = ${user.email}`.execute(store.db)
  expect((await accept(user, token)).body.code).toBe('invitation_ended')
  expect((await listed()).find(({ email }) => email === user.email)?.expired).toBe(true)
  expect((await admin.call('DELETE', `/staff/invitations/${insertedId}`)).body).toEqual({ deletedCount: 1 })
  expectProblem(await admin.call('DELETE', `/staff/invitations/${insertedId}`), 404)
  expect((await accept(user, token)).body.code).toBe('invitation_ended')
  expect(await isAdmin(user)).toBe(false)
  expect(await isAdmin(other)).toBe(false)
})

test('The invitation of a former admin opens nothing', async () => {
  const former = await signIn(store, { admin: true })
  const user = await signIn(store)
  await invite(user.email, former)
  await admin.call('DELETE', `/user/admin/${former.email}`)
  expect((await accept(user, await tokenOf(user.email))).body.code).toBe('invitation_ended')
  expectProblem(await invite(newEmail(), former), 403)
})

test('Admins are not invited, and not many people a day', async () => {
  expect((await invite(admin.email)).body.code).toBe('already_admin')
  expect((await invite('not an address')).status).toBe(422)
  for (const address of ['(a@a.example', 'a@b.example,c@d.example', '"a"@b.example', 'a@[1.2.3.4]'])
    expect((await invite(address)).status, address).toBe(422)
  const busy = await signIn(store, { admin: true })
  const statuses: number[] = []
  for (let n = 0; n < 22; n += 1) statuses.push((await invite(newEmail(), busy)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429, 429])
})

test('Accepted many times at once, or while it is withdrawn, an invitation counts once or not at all', async () => {
  const twice = await signIn(store)
  await invite(twice.email)
  const token = await tokenOf(twice.email)
  const responses = await Promise.all(Array.from({ length: 6 }, () => accept(twice, token)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)

  for (let round = 0; round < 5; round += 1) {
    const user = await signIn(store)
    const { insertedId } = (await invite(user.email)).body
    const link = await tokenOf(user.email)
    const [withdrawn, accepted] = await Promise.all([
      admin.call('DELETE', `/staff/invitations/${insertedId}`),
      accept(user, link),
    ])
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([withdrawn.status, accepted.status])
    expect(await isAdmin(user)).toBe(accepted.status === 200)
  }
})
