import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let mailbox: Mailbox
beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = createMailbox(database.pool)
})
afterAll(() => database.drop())

const read = (path: string, method = 'GET') =>
  mailbox.handle(new Request(`http://localhost:3000${path}`, { method }))

test('The mailbox lists mails newest first and shows one with its links clickable', async () => {
  await mailbox.send({ to: 'ada@example.com', subject: 'First', text: 'One' })
  await mailbox.send({
    to: 'ada@example.com',
    subject: 'Second <b>',
    text: 'Look:\n\nhttp://localhost:3000/x?a=1&b=2\n<script>alert(1)</script>',
  })
  await mailbox.send({ to: 'bob@example.com', subject: 'For Bob', text: 'Hi' })

  const list = await read('/dev/mailbox')
  const html = (await list?.text()) ?? ''
  expect(html.indexOf('For Bob')).toBeLessThan(html.indexOf('Second'))
  expect(html.indexOf('Second')).toBeLessThan(html.indexOf('First'))
  expect(html).not.toContain('<b>')
  expect(list?.headers.get('content-security-policy')).toContain("default-src 'none'")

  const path = /\/dev\/mailbox\/\d+(?="><strong>Second)/.exec(html)?.[0] ?? ''
  const one = (await (await read(path))?.text()) ?? ''
  expect(one).toContain('<a href="http://localhost:3000/x?a=1&#38;b=2">')
  expect(one).not.toContain('<script>')
})

test('The mailbox has a JSON form, filtered by recipient', async () => {
  const answer = await read('/dev/mailbox.json?to=ADA@example.com')
  const mails = (await answer?.json()) as { to: string; subject: string; text: string; sentAt: string }[]
  expect(mails.map(({ subject }) => subject)).toEqual(['Second <b>', 'First'])
  expect(mails[0]).toMatchObject({
    to: 'ada@example.com',
    text: expect.stringContaining('http://localhost:3000/x'),
  })
  expect(await (await read('/dev/mailbox.json?to=%00'))?.json()).toEqual([])
})

test('The mailbox ignores other paths, and says when a mail does not exist', async () => {
  expect(await read('/dev/mailboxes')).toBeNull()
  expect(await read('/products')).toBeNull()
  expect((await read('/dev/mailbox/999999'))?.status).toBe(404)
  expect((await read('/dev/mailbox/x'))?.status).toBe(404)
  expect((await read('/dev/mailbox', 'POST'))?.status).toBe(405)
  expect((await read('/dev/mailbox.css'))?.headers.get('content-type')).toContain('text/css')
})

const subjectsOf = async (whose: string) => {
  const result = await database.pool.query<{ subject: string }>(
    `select subject from mailbox_mails where recipient like $1 order by id`,
    [whose],
  )
  return result.rows.map(({ subject }) => subject)
}

test('The mailbox stores the last 50 mails of each recipient: many to one evict no others', async () => {
  await mailbox.send({ to: 'owner@example.com', subject: 'Set a new password', text: '.' })
  for (let n = 0; n < 505; n += 1)
    await mailbox.send({ to: 'many@example.com', subject: `Mail ${n}`, text: '.' })
  expect(await subjectsOf('many@example.com')).toEqual(
    Array.from({ length: 50 }, (_, n) => `Mail ${n + 455}`),
  )
  expect(await subjectsOf('owner@example.com')).toEqual(['Set a new password'])
})

test('The mailbox stores the last 5000 mails in total', async () => {
  await database.pool.query(`insert into mailbox_mails (recipient, subject, body)
    select 'r' || n || '@example.com', 'Mail ' || n, '.' from generate_series(1, 6000) n`)
  await mailbox.send({ to: 'last@example.com', subject: 'Last', text: '.' })
  expect(await subjectsOf('%')).toHaveLength(5000)
  expect((await subjectsOf('%')).at(-1)).toBe('Last')
})

test('A mail goes to one plain address', async () => {
  await expect(mailbox.send({ to: 'a@example.com,b@example.com', subject: 'x', text: 'x' })).rejects.toThrow(
    'one plain e-mail address',
  )
})
