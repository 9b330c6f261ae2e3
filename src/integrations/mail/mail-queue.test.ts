import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mailServer } from '../../../tests/support/mail-server.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createMailer } from './mail-queue.ts'
import { smtpTransport } from './smtp.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const mail = {
  to: 'ada@example.com',
  subject: 'Grüße\r\nBcc: evil@example.com',
  text: 'Hello\n\nhttps://shop.example/x\n',
}
const silent = { info: () => undefined, warn: () => undefined }

test('A mail sent while the mail server is down arrives once the server is back, also after the store was restarted', async () => {
  const server = await mailServer()
  await server.down()
  const mailer = (log = silent) =>
    createMailer({
      connectionString: database.url,
      transport: smtpTransport(server.url, 'Driveline <store@driveline.example>'),
      log,
      retryDelaySeconds: 1,
      pollSeconds: 0.5,
    })
  const warn = vi.fn()
  const first = mailer({ ...silent, warn })
  first.start()
  await first.send(mail)
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0)
  expect(JSON.stringify(warn.mock.calls)).not.toContain('ada@example.com')
  await first.stop()

  await server.up()
  const second = mailer()
  second.start()
  await expect.poll(() => server.mails).toHaveLength(1)
  const received = server.mails[0]
  expect(received?.to).toEqual(['<ada@example.com>'])
  expect(received?.data).toContain('From: Driveline <store@driveline.example>')
  expect(received?.data).toContain('https://shop.example/x')
  // A line break in the subject makes no header of its own.
  expect(received?.data).not.toMatch(/^Bcc:/m)
  await second.stop()
  await server.down()
}, 40_000)

test('A new mail is delivered immediately, not at the next poll', async () => {
  const delivered: string[] = []
  const mailer = createMailer({
    connectionString: database.url,
    transport: {
      async deliver({ to }) {
        delivered.push(to)
      },
      close: () => undefined,
    },
    log: silent,
    pollSeconds: 600,
  })
  await mailer.send({ ...mail, to: 'first@example.com' })
  await mailer.send({ ...mail, to: 'second@example.com' })
  await expect.poll(() => delivered.toSorted()).toEqual(['first@example.com', 'second@example.com'])
  await mailer.stop()
})

test.each([
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Ada <a@example.com>',
  'nobody',
  '',
])('A mail to %j is refused before it is queued', async (to) => {
  const transport = smtpTransport('smtp://127.0.0.1:1', 'store@example.com')
  const mailer = createMailer({ connectionString: database.url, transport, log: silent })
  await expect(mailer.send({ ...mail, to })).rejects.toThrow('one plain e-mail address')
  await expect(transport.deliver({ ...mail, to })).rejects.toThrow('one plain e-mail address')
  await mailer.stop()
})
