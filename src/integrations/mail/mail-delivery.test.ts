import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type QueueSettings, openJobQueue } from '#db/job-queue.ts'
import type { Mail } from '#domain/mails/mail.ts'
import { mailServer } from '../../../tests/support/mail-server.ts'
import { render, testMail } from '../../../tests/support/mails.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createMailDelivery, type DeadLetter } from './mail-delivery.ts'
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
/** Delivers the emails of a queue until it is stopped. */
async function mailer(
  transport: MailTransport,
  { maxSeconds = 120, pollSeconds = 0.5, ...changed }: Changed = {},
) {
  const jobs = await openJobQueue<{ mails: Mail }>({
    url: database.url,
    queues: { mails: { pollSeconds, retrySeconds: 1, maxSeconds } },
    warn: () => undefined,
  })
  const delivery = createMailDelivery({
    transport,
    async onDead(letter) {
      dead.push(letter)
    },
    log: silent,
    ...changed,
  })
  jobs.work('mails', (job) => delivery.deliver(job, () => Promise.resolve(job.data)))
  return {
    send: (mail: Mail, trx = database.db) => jobs.add(trx, 'mails', mail),
    wake: () => jobs.wake(),
    stop: () => jobs.stop(),
  }
}
type Changed = Partial<Omit<Parameters<typeof createMailDelivery>[0], 'transport'>> &
  Partial<Pick<QueueSettings, 'maxSeconds' | 'pollSeconds'>>

test('An email sent while the mail server is down arrives once the server is back, even after a restart of the store', async () => {
  const server = await mailServer()
  await server.down()
  const warn = vi.fn()
  const first = await mailer(transportTo(server.url), { log: { ...silent, warn } })
  const mail = testMail({ subject: 'Grüße\r\nBcc: evil@example.com' })
  await first.send(mail)
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0)
  expect(JSON.stringify(warn.mock.calls)).not.toContain('ada@example.com')
  await first.stop()

  await server.up()
  const second = await mailer(transportTo(server.url))
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
  const mails = await mailer(transportTo(server.url))
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
  const mails = await mailer(transportTo(server.url), { log: { ...silent, warn } })
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
  const mails = await mailer(transportTo(server.url), { maxRetries: 1 })
  await mails.send(testMail({ to: 'later@example.com' }))
  await expect.poll(() => dead).toHaveLength(1)
  expect(dead[0]).toMatchObject({ reason: expect.stringContaining('451 Try again later'), attempts: 2 })
  await mails.stop()
  await server.down()
})

test('An expired email is not delivered', async () => {
  const server = await mailServer()
  const mails = await mailer(transportTo(server.url))
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
  const mails = await mailer(transportTo(server.url), {
    async onDead(letter) {
      if (failures > 0) {
        failures -= 1
        throw new Error('the database is down')
      }
      dead.push(letter)
    },
  })
  await mails.send(testMail({ to: 'gone@example.com' }))
  await expect.poll(() => dead).toHaveLength(1)
  await mails.stop()
  await server.down()
})

test('New emails are delivered immediately, one after the other, not at the next poll', async () => {
  const delivered: string[] = []
  const mails = await mailer(
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
  mails.wake()
  await expect.poll(() => delivered.toSorted()).toEqual(['first@example.com', 'second@example.com'])
  const many = Array.from({ length: 20 }, (_, n) => `p${n}@example.com`)
  await database.db.transaction().execute(async (trx) => {
    for (const to of many) await mails.send(testMail({ to }), trx)
  })
  mails.wake()
  await expect.poll(() => delivered.slice(2).toSorted()).toEqual(many.toSorted())
  await mails.stop()
})

test('A mail server that never responds keeps no other email, and is asked again', async () => {
  const delivered: string[] = []
  let hangs = true
  const mails = await mailer(
    {
      deliver({ to }) {
        if (to === 'hangs@example.com' && hangs) return new Promise(() => undefined)
        delivered.push(to)
        return Promise.resolve()
      },
      close: () => undefined,
    },
    { maxSeconds: 1 },
  )
  await mails.send(testMail({ to: 'hangs@example.com' }))
  await mails.send(testMail({ to: 'next@example.com' }))
  await expect.poll(() => delivered).toEqual(['next@example.com'])
  hangs = false
  await expect.poll(() => delivered).toEqual(['next@example.com', 'hangs@example.com'])
  await mails.stop()
})

test('An email of a transaction that is rolled back is never sent', async () => {
  const delivered: string[] = []
  const mails = await mailer({
    async deliver({ to }) {
      delivered.push(to)
    },
    close: () => undefined,
  })
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

test.each([
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Ada <a@example.com>',
  'nobody',
  '',
])('An email to %j is refused', async (to) => {
  const transport = transportTo('smtp://127.0.0.1:1')
  await expect(transport.deliver(testMail({ to }))).rejects.toThrow('one plain email address')
  await expect(transport.deliver({ ...testMail(), replyTo: to })).rejects.toThrow('one plain email address')
})
