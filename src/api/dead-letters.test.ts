import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpired } from '#domain/delete-expired.server.ts'
import { recordDeadLetter } from '#domain/mails/record-dead-letter.server.ts'
import { mailsTo, testMail } from '../../tests/support/mails.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

async function addDeadLetter(
  changed: { to?: string; usableUntil?: Date; reason?: string } = {},
): Promise<string> {
  const id = randomUUID()
  const { to = 'robin@example.com', usableUntil, reason = '550 No such user' } = changed
  const mail = testMail({
    to,
    subject: 'Your order',
    ...(usableUntil && { usableUntil: usableUntil.toISOString() }),
  })
  await recordDeadLetter(store.db, { id, mail, reason, attempts: 3 })
  return id
}
const list = async (query = '') => (await admin.call('GET', `/dead-letters${query}`)).body
const audited = async (id: string) =>
  (
    await store.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('subject', '=', `mail:${id}`)
      .execute()
  ).map(({ action, before, after }) => ({ action, ...before, ...after }))

test('admins see undelivered emails, newest first, with masked recipients and never their content', async () => {
  const older = await addDeadLetter({ usableUntil: new Date(Date.now() + 60_000) })
  const newer = await addDeadLetter()
  const letters = await list()
  expect(letters).toMatchObject([
    { _id: newer, kind: 'contact_message', subject: 'Your order', recipient: 'r…@example.com', usable: true },
    { _id: older, kind: 'contact_message', reason: '550 No such user', attempts: 3, usable: true },
  ])
  expect(JSON.stringify(letters)).not.toMatch(/robin@|Hi\./)
  expect(await list('?q=ROBIN%40')).toHaveLength(2)
  expect(await list('?q=your%20order')).toHaveLength(2)
  expect(await list('?q=ro_in')).toEqual([])
  expect(await list('?limit=1')).toHaveLength(1)
  expect(await list(`?limit=1&after=${newer}`)).toMatchObject([{ _id: older }])
})

test('an email that is sent again goes out once, however many admins send it at the same time, and is audited', async () => {
  const to = 'again@example.com'
  const id = await addDeadLetter({ to })
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => admin.call('POST', `/dead-letters/${id}/send`)),
  )
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404])
  expect(await mailsTo(store, to)).toMatchObject([{ subject: 'Your order' }])
  expect((await list()).map(({ _id }: { _id: string }) => _id)).not.toContain(id)
  expect(await audited(id)).toEqual([
    {
      action: 'send_mail_again',
      mail: 'Contact message',
      recipient: 'a…@example.com',
      reason: '550 No such user',
    },
  ])
})

test('a dismissed email is gone, is not sent, and is audited', async () => {
  const to = 'dismissed@example.com'
  const id = await addDeadLetter({ to })
  expect((await admin.call('DELETE', `/dead-letters/${id}`)).body).toEqual({ deletedCount: 1 })
  expectProblem(await admin.call('DELETE', `/dead-letters/${id}`), 404, 'not_found')
  expectProblem(await admin.call('POST', `/dead-letters/${id}/send`), 404, 'not_found')
  expect(await mailsTo(store, to)).toEqual([])
  expect(await audited(id)).toMatchObject([{ action: 'dismiss_mail', recipient: 'd…@example.com' }])
})

test('listing from after an email that is gone is refused, instead of ending the list', async () => {
  await addDeadLetter()
  const last = await addDeadLetter()
  expect((await admin.call('DELETE', `/dead-letters/${last}`)).status).toBe(200)
  expectProblem(await admin.call('GET', `/dead-letters?after=${last}`), 422, 'invalid_input')
})

test('an email that is of no more use is not sent again', async () => {
  const to = 'late@example.com'
  const id = await addDeadLetter({ to, usableUntil: new Date(Date.now() - 1000) })
  expect((await list()).find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ usable: false })
  expectProblem(await admin.call('POST', `/dead-letters/${id}/send`), 409, 'mail_expired')
  expect(await mailsTo(store, to)).toEqual([])
  expect((await admin.call('DELETE', `/dead-letters/${id}`)).status).toBe(200)
})

test('undelivered emails are kept for 30 days', async () => {
  const [old, recent] = [await addDeadLetter(), await addDeadLetter()]
  await sql`update dead_letters set failed_at = now() - interval '31 days' where id = ${old}`.execute(
    store.db,
  )
  await sql`update dead_letters set failed_at = now() - interval '29 days' where id = ${recent}`.execute(
    store.db,
  )
  await deleteExpired(store.shop)
  const ids = (await list()).map(({ _id }: { _id: string }) => _id)
  expect(ids).toContain(recent)
  expect(ids).not.toContain(old)
})

test('an email that is recorded twice is listed once', async () => {
  const id = randomUUID()
  const letter = { id, mail: testMail(), reason: '550 no', attempts: 1 }
  await recordDeadLetter(store.db, letter)
  await recordDeadLetter(store.db, { ...letter, attempts: 2 })
  expect((await list()).filter(({ _id }: { _id: string }) => _id === id)).toMatchObject([{ attempts: 1 }])
})
