import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 10_000 })
  expect(JSON.stringify(warn.mock.calls)).not.toContain('ada@example.com')
  await first.stop()

  await server.up()
  const second = mailer()
  second.start()
  await vi.waitFor(() => expect(server.mails).toHaveLength(1), { timeout: 15_000 })
  const received = server.mails[0]
  expect(received?.to).toEqual(['<ada@example.com>'])
  expect(received?.data).toContain('From: Driveline <store@driveline.example>')
  expect(received?.data).toContain('https://shop.example/x')
  // A line break in the subject makes no header of its own.
  expect(received?.data).not.toMatch(/^Bcc:/m)
  await second.stop()
  await server.down()
}, 40_000)

test('A new mail is delivered at once, not at the next look', async () => {
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
  await vi.waitFor(() => expect(delivered.toSorted()).toEqual(['first@example.com', 'second@example.com']), {
    timeout: 5000,
  })
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

/** A mail server of a few lines: it takes mails as SMTP says and remembers them. */
async function mailServer() {
  const mails: { to: string[]; data: string }[] = []
  const sockets = new Set<Socket>()
  let port = 0
  let server: Server | undefined
  const up = () =>
    new Promise<void>((resolve) => {
      const opened = createServer((socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        serve(socket, mails)
      })
      server = opened.listen(port, '127.0.0.1', () => {
        port = (opened.address() as AddressInfo).port
        resolve()
      })
    })
  const down = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server?.close(() => resolve())
    })
  await up()
  return { url: `smtp://127.0.0.1:${port}`, mails, up, down }
}

function serve(socket: Socket, mails: { to: string[]; data: string }[]) {
  let to: string[] = []
  let data: string[] | null = null
  let rest = ''
  socket.on('error', () => undefined)
  socket.write('220 test\r\n')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (data && line === '.') {
        mails.push({ to, data: data.join('\n') })
        to = []
        data = null
        socket.write('250 taken\r\n')
      } else if (data) {
        data.push(line)
      } else if (line.startsWith('RCPT TO:')) {
        to.push(line.slice('RCPT TO:'.length))
        socket.write('250 ok\r\n')
      } else if (line === 'DATA') {
        data = []
        socket.write('354 go on\r\n')
      } else if (line === 'QUIT') {
        socket.end('221 bye\r\n')
      } else {
        socket.write('250 ok\r\n')
      }
    }
  })
}
