import { afterAll, beforeAll, expect, test } from 'vitest'
import { render, testMail } from '../../../tests/support/mails.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let mailbox: Mailbox
beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = createMailbox({ pool: database.pool, storeName: async () => 'Driveline', render })
})
afterAll(() => database.drop())

const read = (path: string, method = 'GET') =>
  mailbox.handle(new Request(`http://localhost:3000${path}`, { method }))

test('The mailbox lists emails newest first, and shows each as HTML in a frame without scripts, and as text with clickable links', async () => {
  await mailbox.send(testMail({ subject: 'First' }))
  await mailbox.send(
    testMail({
      subject: 'Second <b>',
      paragraphs: ['<script>alert(1)</script>'],
      button: { label: 'Look', href: 'http://localhost:3000/x?a=1&b=2' },
    }),
  )
  await mailbox.send(testMail({ to: 'bob@example.com', subject: 'For Bob' }))

  const list = await read('/dev/mailbox')
  const html = (await list?.text()) ?? ''
  expect(html.indexOf('For Bob')).toBeLessThan(html.indexOf('Second'))
  expect(html.indexOf('Second')).toBeLessThan(html.indexOf('First'))
  expect(html).not.toContain('<b>')
  expect(list?.headers.get('content-security-policy')).toContain("default-src 'none'")

  const path = /\/dev\/mailbox\/\d+(?=">\s*<strong>Second)/.exec(html)?.[0] ?? ''
  const page = (await (await read(path))?.text()) ?? ''
  expect(page).toContain(`src="${path}.html"`)
  expect(/sandbox="([^"]*)"/.exec(page)?.[1]).not.toContain('allow-scripts')
  const framed = await read(`${path}.html`)
  const policy = framed?.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("img-src 'self' http: https:")
  expect(policy).toMatch(/sandbox (?!.*allow-scripts)/)
  const frame = (await framed?.text()) ?? ''
  expect(frame).toContain('<base target="_top">')
  expect(frame).not.toContain('<script>')

  const text = (await (await read(`${path}?view=text`))?.text()) ?? ''
  expect(text).toContain('<a href="http://localhost:3000/x?a=1&#38;b=2">')
  expect(text).not.toContain('<script>alert')
})

test('An email of an earlier version of the store, without HTML, is shown as text', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into mailbox_mails (recipient, subject, body) values ('old@example.com', 'Old', 'As it was') returning id::text`,
  )
  const page = await (await read(`/dev/mailbox/${rows[0]?.id}`))?.text()
  expect(page).toContain('As it was')
  expect(page).not.toContain('iframe')
})

test('The mailbox returns JSON, filtered by recipient', async () => {
  const response = await read('/dev/mailbox.json?to=ADA@example.com')
  const mails = (await response?.json()) as { to: string; subject: string; text: string; sentAt: string }[]
  expect(mails.map(({ subject }) => subject)).toEqual(['Second <b>', 'First'])
  expect(mails[0]).toMatchObject({
    to: 'ada@example.com',
    html: expect.stringContaining('<h1'),
    text: expect.stringContaining('http://localhost:3000/x'),
  })
  expect(await (await read('/dev/mailbox.json?to=%00'))?.json()).toEqual([])
})

test('The mailbox ignores other paths, and says when an email does not exist', async () => {
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

test('The mailbox stores the last 50 emails of each recipient: many to one evict no others', async () => {
  await mailbox.send(testMail({ to: 'owner@example.com', subject: 'Set a new password' }))
  for (let n = 0; n < 505; n += 1)
    await mailbox.send(testMail({ to: 'many@example.com', subject: `Mail ${n}` }))
  expect(await subjectsOf('many@example.com')).toEqual(
    Array.from({ length: 50 }, (_, n) => `Mail ${n + 455}`),
  )
  expect(await subjectsOf('owner@example.com')).toEqual(['Set a new password'])
})

test('The mailbox stores the last 5000 emails in total', async () => {
  await database.pool.query(`insert into mailbox_mails (recipient, subject, body)
    select 'r' || n || '@example.com', 'Mail ' || n, '.' from generate_series(1, 6000) n`)
  await mailbox.send(testMail({ to: 'last@example.com', subject: 'Last' }))
  expect(await subjectsOf('%')).toHaveLength(5000)
  expect((await subjectsOf('%')).at(-1)).toBe('Last')
})

test('An email goes to one plain address', async () => {
  await expect(mailbox.send(testMail({ to: 'a@example.com,b@example.com' }))).rejects.toThrow(
    'one plain email address',
  )
})

test('An email of a transaction is in the mailbox once it commits, and never when it does not', async () => {
  const to = 'transaction@example.com'
  await expect(
    database.db.transaction().execute(async (trx) => {
      await mailbox.send(testMail({ to }), trx)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await subjectsOf(to)).toEqual([])
  await database.db.transaction().execute((trx) => mailbox.send(testMail({ to }), trx))
  expect(await subjectsOf(to)).toEqual(['Hello'])
})

test('The mailbox serves its styles, script and fonts, and no other file', async () => {
  for (const [path, type] of [
    ['mailbox.css', 'text/css'],
    ['mailbox.js', 'text/javascript'],
    ['mailbox/archivo-basic.woff2', 'font/woff2'],
  ])
    expect((await read(`/dev/${path}`))?.headers.get('content-type')).toContain(type)
  for (const path of ['README.md', '..%2Fapp.css', 'archivo.woff2'])
    expect((await read(`/dev/mailbox/${path}`))?.status).toBe(404)
})
