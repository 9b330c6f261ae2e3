import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mailServer } from '../../../tests/support/mail-server.ts'
import { render, testMail } from '../../../tests/support/mails.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createMailer, type DeadLetter } from './mail-queue.ts'
import { type MailTransport, smtpTransport } from './smtp.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const dead: DeadLetter[] = []
beforeEach(() => {
  dead.length = 0
})
const silent = { info: () => undefined, warn: () => undefined }
const transportTo = (url: string) =>
  smtpTransport({ url, from: 'Driveline <store@driveline.example>', render })
const mailer = (transport: MailTransport, changed: Partial<Parameters<typeof createMailer>[0]> = {}) =>
  createMailer({
    connectionString: database.url,
    transport,
    async onDead(letter) {
      dead.push(letter)
    },
    log: silent,
    retryDelaySeconds: 1,
    pollSeconds: 0.5,
    ...changed,
  })

test('An email sent while the mail server is down arrives once the server is back, even after a restart of the store', async () => {
  const server = await mailServer()
  await server.down()
  const warn = vi.fn()
  const first = mailer(transportTo(server.url), { log: { ...silent, warn } })
  first.start()
  const mail = testMail({ subject: 'Grüße\r\nBcc: evil@example.com' })
  await first.send(mail)
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0)
  expect(JSON.stringify(warn.mock.calls)).not.toContain('ada@example.com')
  await first.stop()

  await server.up()
  const second = mailer(transportTo(server.url))
  second.start()
  await expect.poll(() => server.mails).toHaveLength(1)
  const received = server.mails[0]
  expect(received?.to).toEqual(['<ada@example.com>'])
  expect(received?.headers.get('from')).toBe('Driveline <store@driveline.example>')
  // A line break in the subject does not start another header.
  expect(received?.headers.has('bcc')).toBe(false)
  await second.stop()
  await server.down()
  expect(dead).toEqual([])
}, 40_000)

test('An email has an HTML and a text part, and a header that a program sent it', async () => {
  const server = await mailServer()
  const transport = transportTo(server.url)
  const mail = testMail({
    heading: 'Your parts — ready',
    facts: [{ label: 'Order', value: 'DL-10042' }],
    button: { label: 'Pay', href: 'https://shop.example/pay' },
  })
  await transport.deliver({ ...mail, replyTo: 'orders@driveline.example' })
  transport.close()
  const [received] = server.mails
  expect(Object.fromEntries(received?.headers ?? [])).toMatchObject({
    'message-id': `<${mail.id}@driveline.example>`,
    'auto-submitted': 'auto-generated',
    'reply-to': 'orders@driveline.example',
    'content-type': expect.stringContaining('multipart/alternative'),
  })
  expect(received?.html).toBe(render(mail).html)
  expect(received?.text).toBe(render(mail).text)
  await server.down()
})

test('An email whose delivery was not acknowledged is sent again with the same Message-ID, so that the receiver drops it', async () => {
  const server = await mailServer()
  let acknowledged = 0
  server.beforeAcknowledging = async () => {
    acknowledged += 1
    if (acknowledged === 1) await server.down().then(() => server.up())
  }
  const mails = mailer(transportTo(server.url))
  mails.start()
  await mails.send(testMail())
  await expect.poll(() => server.mails.length).toBe(2)
  expect(server.mails[0]?.headers.get('message-id')).toMatch(/^<contact-message\..+@driveline\.example>$/)
  expect(server.mails[1]?.headers.get('message-id')).toBe(server.mails[0]?.headers.get('message-id'))
  await mails.stop()
  await server.down()
})

test('An email that the server refuses permanently becomes a dead letter at once, with the server’s words and without the email address', async () => {
  const server = await mailServer()
  server.responses.set('gone@example.com', '550 5.1.1 <gone@example.com>: no such user here')
  const warn = vi.fn()
  const mails = mailer(transportTo(server.url), { log: { ...silent, warn } })
  mails.start()
  await mails.send(testMail({ to: 'gone@example.com' }))
  await expect.poll(() => dead).toHaveLength(1)
  expect(dead[0]).toMatchObject({
    mail: { to: 'gone@example.com' },
    reason: '550 5.1.1 <…>: no such user here',
    attempts: 1,
  })
  expect(JSON.stringify(warn.mock.calls)).not.toContain('gone@')
  // Nothing of the email is left in the queue.
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from mail_queue.job where name = 'mails' and state < 'completed'`.execute(database.db)
      return rows.length
    })
    .toBe(0)
  await mails.stop()
  await server.down()
})

test('An email that the server postpones is retried, and becomes a dead letter after the last attempt', async () => {
  const server = await mailServer()
  server.responses.set('later@example.com', '451 Try again later')
  const mails = mailer(transportTo(server.url), { maxRetries: 1 })
  mails.start()
  await mails.send(testMail({ to: 'later@example.com' }))
  await expect.poll(() => dead).toHaveLength(1)
  expect(dead[0]).toMatchObject({ reason: expect.stringContaining('451 Try again later'), attempts: 2 })
  await mails.stop()
  await server.down()
})

test('An expired email is not delivered', async () => {
  const server = await mailServer()
  const mails = mailer(transportTo(server.url))
  mails.start()
  await mails.send(testMail({ usableUntil: new Date(Date.now() - 1000).toISOString() }))
  await mails.send(
    testMail({ to: 'next@example.com', usableUntil: new Date(Date.now() + 60_000).toISOString() }),
  )
  await expect.poll(() => server.mails.map(({ to }) => to)).toEqual([['<next@example.com>']])
  expect(dead).toMatchObject([{ reason: 'It expired before it could be delivered.' }])
  await mails.stop()
  await server.down()
})

test('A dead letter that could not be recorded is recorded at a later attempt', async () => {
  const server = await mailServer()
  server.responses.set('gone@example.com', '550 no')
  let failures = 1
  const mails = mailer(transportTo(server.url), {
    async onDead(letter) {
      if (failures > 0) {
        failures -= 1
        throw new Error('the database is down')
      }
      dead.push(letter)
    },
  })
  mails.start()
  await mails.send(testMail({ to: 'gone@example.com' }))
  await expect.poll(() => dead).toHaveLength(1)
  await mails.stop()
  await server.down()
})

test('New emails are delivered immediately, one after the other, not at the next poll', async () => {
  const delivered: string[] = []
  const mails = mailer(
    {
      async deliver({ to }) {
        delivered.push(to)
      },
      close: () => undefined,
    },
    { pollSeconds: 600 },
  )
  await mails.send(testMail({ to: 'first@example.com' }))
  await mails.send(testMail({ to: 'second@example.com' }))
  await expect.poll(() => delivered.toSorted()).toEqual(['first@example.com', 'second@example.com'])
  const many = Array.from({ length: 20 }, (_, n) => `p${n}@example.com`)
  await database.db.transaction().execute(async (trx) => {
    for (const to of many) await mails.send(testMail({ to }), trx)
  })
  mails.wake()
  await expect.poll(() => delivered.slice(2).toSorted()).toEqual(many.toSorted())
  await mails.stop()
})

test('An email of a transaction that is rolled back is never sent', async () => {
  const delivered: string[] = []
  const mails = mailer({
    async deliver({ to }) {
      delivered.push(to)
    },
    close: () => undefined,
  })
  mails.start()
  await expect(
    database.db.transaction().execute(async (trx) => {
      await mails.send(testMail({ to: 'never@example.com' }), trx)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await mails.send(testMail({ to: 'after@example.com' }))
  await expect.poll(() => delivered).toEqual(['after@example.com'])
  await mails.stop()
})

test('Emails that an earlier version of the store queued as plain text are delivered', async () => {
  const server = await mailServer()
  const mails = mailer(transportTo(server.url))
  mails.start()
  await mails.send(testMail({ to: 'queue@example.com' }))
  await expect.poll(() => server.mails).toHaveLength(1)
  await mails.stop()
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ connectionString: database.url, schema: 'mail_queue', supervise: false })
  await boss.start()
  await boss.send('mail', {
    to: 'old@example.com',
    subject: 'Set a new password for Driveline',
    text: 'Hello,\n\nYou can set a new password here:\n\nhttps://shop.example/reset-password?token=abc\n\nDriveline\n',
  })
  await boss.stop({ graceful: false })
  const next = mailer(transportTo(server.url))
  next.start()
  await expect.poll(() => server.mails.length).toBe(2)
  expect(server.mails[1]?.text).toContain('https://shop.example/reset-password?token=abc\n')
  await next.stop()
  await server.down()
})

test.each([
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Ada <a@example.com>',
  'nobody',
  '',
])('An email to %j is refused before it is queued', async (to) => {
  const transport = transportTo('smtp://127.0.0.1:1')
  const mails = mailer(transport)
  await expect(mails.send(testMail({ to }))).rejects.toThrow('one plain email address')
  await expect(transport.deliver(testMail({ to }))).rejects.toThrow('one plain email address')
  await expect(transport.deliver({ ...testMail(), replyTo: to })).rejects.toThrow('one plain email address')
  await mails.stop()
})
