import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../support/invariants.ts'
import { mailServer, type MailServer } from '../support/mail-server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { caller, issueAccessToken } from '../support/users.ts'

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
