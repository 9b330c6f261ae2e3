import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPages } from '#server/pages.ts'
import { sendBytes } from '../support/send-bytes.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { caller, PASSWORD, signIn } from '../support/users.ts'

// Forms that a browser posts to their page without scripts, and what attackers can send there.

beforeAll(async () => {
  const prepare = path.join(import.meta.dirname, '../../tools/setup/prepare.mjs')
  await promisify(execFile)(process.execPath, [prepare, 'build'])
}, 120_000)

const FORM = 'application/x-www-form-urlencoded'
type Sent = { body: string; headers?: Record<string, string> }

/** Posts to a page as its own form does; redirects are not followed. */
function post(store: { url: string }, page: string, { body, headers = {} }: Sent): Promise<Response> {
  return fetch(store.url + page, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: store.url, accept: 'text/html', 'content-type': FORM, ...headers },
    body,
  })
}
const fields = (given: Record<string, string>) => new URLSearchParams(given).toString()
const letter = (about: string = randomUUID()) => ({
  name: 'Ada Lane',
  email: 'ada@example.test',
  message: `Do you have rotors? ${about}`,
})

async function expectPage(response: Response, status: number, text: string | RegExp): Promise<string> {
  const html = await response.text()
  expect(response.status, html.slice(0, 300)).toBe(status)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
  expect(html).toMatch(text)
  return html
}

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({}, createPages)
})
afterAll(() => store.close())

const messages = () =>
  store.db
    .selectFrom('contact_messages')
    .select('message')
    .execute()
    .then((rows) => rows.map(({ message }) => message))

describe('the contact form', () => {
  test('stores a message and shows the thanks at a URL that can be reloaded', async () => {
    const sent = letter()
    const response = await post(store, '/contactUs', { body: fields(sent) })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/contactUs?sent=1'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await messages()).toContain(sent.message)
    const thanks = await fetch(`${store.url}/contactUs?sent=1`)
    expect(await thanks.text()).toContain('Your message has arrived.')
  })

  test('shows each error at its field, and keeps the typed values as text', async () => {
    const typed = '<script>alert(1)</script> & "rotors"'
    const sent = { ...letter(), email: 'ada@', message: typed }
    const html = await expectPage(
      await post(store, '/contactUs', { body: fields(sent) }),
      422,
      'Provide a Valid Email',
    )
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;rotors&quot;')
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('value="ada@"')
    expect(await messages()).not.toContain(typed)
    // The refused page is not shown to anyone else.
    expect(await (await fetch(`${store.url}/contactUs`)).text()).not.toContain('rotors&quot;')
  })

  test.each([
    ['a NUL', `name=A%00da&email=ada%40example.test&message=Hello`, 422, 'cannot be stored'],
    [
      'half a surrogate pair',
      `name=Ada&email=ada%40example.test&message=%ED%A0%80`,
      400,
      'could not be read',
    ],
    [
      'a % that stands for nothing',
      `name=Ada&email=ada%40example.test&message=100%`,
      400,
      'could not be read',
    ],
    ['no fields', '', 422, 'Message is required'],
    ['names of every object', '__proto__=1&constructor=2&toString=3', 422, 'Message is required'],
    ['an unknown button', `${fields(letter())}&intent=delete`, 400, 'could not be read'],
    ['a button of every object', `${fields(letter())}&intent=constructor`, 400, 'could not be read'],
    ['5,001 characters', fields({ ...letter(), message: 'x'.repeat(5001) }), 422, 'to 5000 characters'],
  ])('refuses %s', async (_what, body, status, text) => {
    const before = (await messages()).length
    await expectPage(await post(store, '/contactUs', { body }), status, text)
    expect(await messages()).toHaveLength(before)
  })

  test('uses the last value of a repeated field', async () => {
    const [first, last] = [letter(), letter()]
    const response = await post(store, '/contactUs', { body: `${fields(first)}&${fields(last)}` })
    expect(response.status).toBe(303)
    const stored = await messages()
    expect(stored).toContain(last.message)
    expect(stored).not.toContain(first.message)
  })

  test.each(['with its length', 'in chunks'])('refuses a body of 1 MB, sent %s', async (how) => {
    const body = fields({ ...letter(), message: 'x'.repeat(1_000_000) })
    const [length, sent] =
      how === 'in chunks'
        ? ['Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`]
        : [`Content-Length: ${body.length}`, body]
    const head = `POST /contactUs HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${FORM}\r\nConnection: close\r\n${length}\r\n\r\n`
    const response = await sendBytes(store.url, head + sent)
    expect(response).toMatch(/^HTTP\/1\.1 413 [\s\S]*text\/html[\s\S]*longer than the store can read/)
    expect((await messages()).filter(({ length }) => length > 5000)).toEqual([])
  })

  test('refuses other content types and files', async () => {
    const before = (await messages()).length
    const withFile = new FormData()
    for (const [name, value] of Object.entries(letter())) withFile.set(name, value)
    withFile.set('file', new Blob(['x'.repeat(100)]), 'a.txt')
    const encoded = new Response(withFile)
    const bodies: Sent[] = [
      { body: JSON.stringify(letter()), headers: { 'content-type': 'application/json' } },
      { body: fields(letter()), headers: { 'content-type': 'text/plain' } },
      {
        body: await encoded.text(),
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      },
    ]
    for (const sent of bodies)
      await expectPage(await post(store, '/contactUs', sent), 415, 'Unsupported content type for this form')
    expect(await messages()).toHaveLength(before)
  })
})

const foreign = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1' },
  { origin: 'no address' },
]
test.each(foreign)('Another site’s page ($origin) starts no session and sends nothing', async (headers) => {
  const person = await signIn(store)
  const before = (await messages()).length
  const login = { email: person.email, password: PASSWORD }
  for (const [page, given] of [
    ['/login', login],
    ['/contactUs', letter()],
    ['/signup', { ...login, name: 'Robin', confirmPassword: PASSWORD, email: `${randomUUID()}@people.test` }],
  ] as const) {
    const response = await post(store, page, { body: fields(given), headers })
    expect(response.headers.getSetCookie()).toEqual([])
    await expectPage(response, 403, 'was not sent by the store’s own page')
  }
  expect(await messages()).toHaveLength(before)
})

test('A request without an Origin header but from another site is refused', async () => {
  const { url } = store
  const response = await fetch(`${url}/contactUs`, {
    method: 'POST',
    headers: { 'content-type': FORM, 'sec-fetch-site': 'cross-site' },
    body: fields(letter()),
  })
  await expectPage(response, 403, 'was not sent by the store’s own page')
})

test('A page without a form, and a page’s data, refuse a POST', async () => {
  for (const page of [
    '/',
    '/brands',
    '/blogs',
    '/dashboard',
    '/signed-in',
    '/nowhere',
    '/login.data',
    '/login/x',
  ]) {
    const response = await post(store, page, { body: fields(letter()) })
    expect([page, response.status]).toEqual([page, 404])
    // A browser that posts a form gets a page; the framework's data requests do not.
    const type = page.endsWith('.data') ? 'application/problem+json' : 'text/html; charset=utf-8'
    expect(response.headers.get('content-type'), page).toBe(type)
  }
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await fetch(`${store.url}/login`, { method, headers: { origin: store.url } })).status).toBe(404)
})

describe('logging in', () => {
  test('sets the cookie and redirects to the next page, which keeps the return path', async () => {
    const person = await signIn(store)
    const response = await post(store, '/login?from=%2Fparts%3Fq%3Dbrake&step=code', {
      body: fields({ email: person.email.toUpperCase(), password: PASSWORD }),
    })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/signed-in?from=%2Fparts%3Fq%3Dbrake',
    ])
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const page = await fetch(`${store.url}/signed-in`, { headers: { cookie } })
    await expectPage(page, 200, 'You are signed in')
    expect(
      (await caller(store)('PUT', `/user/${person.email}`, { email: person.email }, { cookie })).status,
    ).toBe(200)
  })

  test('The page for signed-in browsers redirects everyone else to the login', async () => {
    const response = await fetch(`${store.url}/signed-in?from=%2Fparts`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login?from=%2Fparts'])
  })

  test('A wrong password keeps the address and not the password', async () => {
    const person = await signIn(store)
    const response = await post(store, '/login', {
      body: fields({ email: person.email, password: 'not-the-word-1' }),
    })
    expect(response.headers.getSetCookie().filter((line) => line.includes('session_token'))).toEqual([])
    const html = await expectPage(response, 401, 'That email or password is not right')
    expect(html).toContain(`value="${person.email}"`)
    expect(html).not.toContain('not-the-word-1')
  })

  test('40 logins at once are each signed in or asked to come back', async () => {
    const person = await signIn(store)
    const responses = await Promise.all(
      Array.from({ length: 40 }, () =>
        post(store, '/login', { body: fields({ email: person.email, password: PASSWORD }) }),
      ),
    )
    const counts = responses.map(({ status }) => status)
    expect(counts.filter((status) => status !== 303 && status !== 503)).toEqual([])
    expect(counts).toContain(303)
    for (const response of responses.filter(({ status }) => status === 503))
      await expectPage(response, 503, 'Try again in a few seconds')
  })
})

describe('limits', () => {
  test('count requests of pages and programs together, by the visitor’s address', async () => {
    const strict = await openTestStore(
      { LIMIT_CONTACT_PER_HOUR: '2', TRUST_PROXY: '1', APP_URL: 'https://store.test' },
      createPages,
    )
    try {
      const from = (address: string) => ({ origin: 'https://store.test', 'x-forwarded-for': address })
      const byPage = (address: string) =>
        post(strict, '/contactUs', { body: fields(letter()), headers: from(address) })
      const byApi = (address: string) => caller(strict)('POST', '/contact', letter(), from(address))
      expect((await byApi('203.0.113.7')).status).toBe(201)
      expect((await byPage('203.0.113.7')).status).toBe(303)
      expect((await byApi('203.0.113.7')).status).toBe(429)
      const refused = await byPage('203.0.113.7')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      const html = await expectPage(refused, 429, 'We got many messages in a short time. Please wait')
      expect(html).toContain('Do you have rotors?')
      expect((await byPage('203.0.113.8')).status).toBe(303)
    } finally {
      await strict.close()
    }
  })

  test('Passwords guessed by forms and by programs are counted together', async () => {
    const strict = await openTestStore({ LIMIT_SIGN_IN_PER_MINUTE: '4' }, createPages)
    try {
      const person = await signIn(strict)
      const given = { email: person.email, password: 'not-the-word' }
      const statuses: number[] = []
      for (let at = 0; at < 8; at += 1)
        statuses.push(
          at % 2 === 0
            ? (await caller(strict)('POST', '/auth/sign-in/email', given)).status
            : (await post(strict, '/login', { body: fields(given) })).status,
        )
      expect(statuses.slice(-2)).toEqual([429, 429])
      await expectPage(await post(strict, '/login', { body: fields(given) }), 429, 'Too many attempts')
    } finally {
      await strict.close()
    }
  })
})
