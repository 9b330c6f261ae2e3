import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../support/invariants.ts'
import { mailServer, type MailServer } from '../support/mail-server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { caller, issueAccessToken, signIn } from '../support/users.ts'

let mails: MailServer
let store: TestStore
beforeAll(async () => {
  mails = await mailServer()
  await mails.down()
  store = await openTestStore({ SMTP_URL: mails.url, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await expectInvariants(store.databaseUrl)
  await store.close()
  await mails.down()
})

test('while the mail server is down a new account works immediately, and its email arrives when the server is back', async () => {
  const email = 'robin@people.test'
  const password = 'gasket-rocker-42'
  const visitor = caller(store)
  const signedUp = await visitor(
    'POST',
    '/auth/sign-up/email',
    { name: 'Robin Fielder', email, password },
    { origin: store.url },
  )
  expect(signedUp.status, JSON.stringify(signedUp.body)).toBe(200)
  const { token } = await issueAccessToken(store, email, password)
  expect((await caller(store, token)('GET', `/user/${email}`)).status).toBe(200)

  // The first attempt has failed, and it waits for the next.
  const waiting = () =>
    sql<{ state: string }>`select state from mail_queue.job where name = 'mails'`.execute(store.db)
  await expect.poll(async () => (await waiting()).rows, { interval: 50 }).toEqual([{ state: 'retry' }])
  expect(mails.mails).toHaveLength(0)
  await mails.up()
  // The next attempt would come in some 15 s: the test only moves its time.
  await sql`update mail_queue.job set start_after = now()`.execute(store.db)
  await expect.poll(() => mails.mails.length, { timeout: 30_000, interval: 100 }).toBe(1)
  expect(mails.mails[0]?.to).toEqual([`<${email}>`])
  expect(mails.mails[0]?.text).toMatch(/\/auth\/verify-email\?code=[\w-]{22}$/m)
})

test('no link or code that works is stored with an email: not while it waits, not after its delivery, not as a dead letter', async () => {
  const [email, password] = ['vic@people.test', 'gasket-rocker-42']
  const visitor = caller(store)
  const arrived = () => mails.mails.filter(({ to }) => to.includes(`<${email}>`))
  const stored = async () => {
    const { rows } = await sql<{ text: string }>`
      select data::text as text from mail_queue.job where data->>'to' = ${email}
      union all select mail::text from dead_letters where recipient = ${email}`.execute(store.db)
    return rows.map(({ text }) => text)
  }
  const secretsIn = (text: string) => [
    ...[...text.matchAll(/[?&](?:code|token)=([\w-]+)/g)].map(([, secret = '']) => secret),
    ...[...text.matchAll(/Your code: (\d{6})/g)].map(([, code = '']) => code),
  ]

  await mails.down()
  await visitor('POST', '/auth/sign-up/email', { name: 'Vic', email, password })
  await visitor('POST', '/auth/request-password-reset', { email })
  await expect.poll(async () => (await stored()).length).toBe(2)
  for (const text of await stored()) expect(secretsIn(text)).toEqual([])

  mails.responses.set(email, '550 5.1.1 no such user')
  await mails.up()
  await sql`update mail_queue.job set start_after = now()`.execute(store.db)
  const letters = () =>
    store.db.selectFrom('dead_letters').selectAll().where('recipient', '=', email).execute()
  await expect.poll(async () => (await letters()).length, { timeout: 30_000 }).toBe(2)
  for (const text of await stored()) expect(secretsIn(text)).toEqual([])

  // Days later the same email is sent again, with a new link that works.
  mails.responses.delete(email)
  await sql`update identity.verification set "expiresAt" = now() - interval '1 day'`.execute(store.db)
  const admin = await signIn(store, { admin: true })
  for (const { id } of await letters())
    expect((await admin.call('POST', `/dead-letters/${id}/send`)).status).toBe(200)
  await expect.poll(() => arrived().length, { timeout: 30_000 }).toBe(2)
  const sent = arrived().flatMap(({ text }) => secretsIn(text))
  expect(sent).toHaveLength(3)
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from mail_queue.job where data->>'to' = ${email} and state = 'completed'`.execute(store.db)
      return rows.length
    })
    .toBeGreaterThanOrEqual(2)
  for (const text of await stored()) for (const secret of sent) expect(text).not.toContain(secret)
  const { rows: audited } = await sql<{ text: string }>`select a::text as text from audit_entries a`.execute(
    store.db,
  )
  for (const { text } of audited) for (const secret of sent) expect(text).not.toContain(secret)

  const link = arrived().flatMap(({ text }) => /\S+\/reset-password\?token=\S+/.exec(text) ?? [])[0] ?? ''
  const token = new URL(link).searchParams.get('token')
  const done = await visitor('POST', '/auth/reset-password', { token, newPassword: 'another-road-9' })
  expect(done.status).toBe(200)
})

test('an email about an account that was deleted before its delivery is not sent', async () => {
  const email = 'gone@people.test'
  await mails.down()
  await caller(store)('POST', '/auth/sign-up/email', { name: 'Vic', email, password: 'gasket-rocker-42' })
  const waiting = () =>
    sql`select from mail_queue.job where data->>'to' = ${email} and state = 'retry'`.execute(store.db)
  await expect.poll(async () => (await waiting()).rows.length).toBe(1)
  await sql`delete from identity."user" where email = ${email}`.execute(store.db)
  await mails.up()
  await sql`update mail_queue.job set start_after = now()`.execute(store.db)
  await expect.poll(async () => (await waiting()).rows.length, { timeout: 30_000 }).toBe(0)
  expect(mails.mails.filter(({ to }) => to.includes(`<${email}>`))).toEqual([])
  const dead = await store.db.selectFrom('dead_letters').selectAll().where('recipient', '=', email).execute()
  expect(dead).toEqual([])
})
