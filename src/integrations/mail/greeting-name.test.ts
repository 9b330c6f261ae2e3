import { expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { renderMail } from '#domain/mails/render-mail.ts'
import { mailServer } from '../../../tests/support/mail-server.ts'
import { greetingName } from './greeting-name.ts'
import { smtpTransport } from './smtp.ts'

const nameOf = (env: Record<string, string>, machine = '3f2a9c1d') => greetingName(readConfig(env), machine)

test.each([
  ['the host of APP_URL', { APP_URL: 'https://shop.example:8443' }, 'shop.example'],
  ['the domain of MAIL_FROM', { MAIL_FROM: 'Parts <orders@parts.example>' }, 'parts.example'],
  ['no trailing dot', { APP_URL: 'https://shop.example.' }, 'shop.example'],
  ['the ASCII form of a domain', { MAIL_FROM: 'post@müller.example' }, 'xn--mller-kva.example'],
  [
    'MAIL_FROM in place of localhost',
    { APP_URL: 'http://localhost:3000', MAIL_FROM: 'a@b.example' },
    'b.example',
  ],
  [
    'MAIL_FROM in place of an IPv4 address',
    { APP_URL: 'http://192.0.2.7', MAIL_FROM: 'a@b.example' },
    'b.example',
  ],
  [
    'MAIL_FROM in place of an IPv6 address',
    { APP_URL: 'http://[2001:db8::1]', MAIL_FROM: 'a@b.example' },
    'b.example',
  ],
  ['nothing without a domain', { APP_URL: 'http://[::1]', MAIL_FROM: 'store@[192.0.2.7]' }, undefined],
  ['nothing with a machine’s name only', { MAIL_FROM: 'store@mailhost' }, undefined],
])('a machine whose name has no dot greets mail servers with %s', (_, env, name) => {
  expect(nameOf(env)).toBe(name)
})

test('a machine with a full name greets with its own, which its address may be checked against', () => {
  expect(nameOf({ APP_URL: 'https://shop.example' }, 'mail7.hoster.example')).toBeUndefined()
})

test('the mail server is greeted with that name on every connection, by EHLO and by HELO', async () => {
  const server = await mailServer()
  const from = 'Parts shop <orders@parts-shop.example>'
  const transport = smtpTransport({
    url: server.url,
    from,
    name: nameOf({ MAIL_FROM: from }),
    render: ({ content }) => renderMail(content, { name: 'Shop', url: 'https://shop.example', address: [] }),
  })
  const send = (id: string) =>
    transport.deliver({
      id,
      kind: 'contact_message',
      to: 'ada@example.com',
      content: { subject: 'Hello', preheader: '', heading: 'Hello', paragraphs: [] },
    })
  await send('one')
  await server.down()
  await server.up()
  server.responses.set('EHLO', '502 Not implemented')
  await send('two')
  transport.close()
  await server.down()
  expect(server.mails).toHaveLength(2)
  expect(server.greetings).toEqual([
    'EHLO parts-shop.example',
    'EHLO parts-shop.example',
    'HELO parts-shop.example',
  ])
})
