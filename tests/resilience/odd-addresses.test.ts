import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import { expectProblem } from '../support/problem.ts'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { sendBytes } from '../support/send-bytes.ts'

let store: RunningStore
beforeAll(async () => {
  store = await runStore({ LOG_LEVEL: 'debug' })
}, START_LIMIT_MS)
afterAll(() => store.close(), 60_000)

/** Requests exactly this URL, which a URL object might normalize. */
async function sendRequest(method: string, address: string, accept: string) {
  const response = await sendBytes(
    store.url,
    `${method} ${address} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
  )
  const [head = '', body = ''] = response.split('\r\n\r\n', 2)
  const headers = new Headers(
    head
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(head.split(' ')[1]), headers, text: body }
}

const PERSON = 'text/html,application/xhtml+xml,*/*;q=0.8'

describe('no URL of any page, in any form, causes a server error:', () => {
  const values = [
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%FF',
    '%zz',
    '%',
    'a'.repeat(9000),
    '%F0%9F%91%A9'.repeat(99),
    '-1',
    '1e400',
    '[]',
    '\\',
    '__proto__',
    'constructor',
  ]
  const pages = [
    '/',
    '/login',
    '/signup',
    '/reset-password',
    '/blogs',
    '/blogs/x',
    '/parts',
    '/cars/honda/civic/2009',
    '/cars/constructor',
    '/cars/honda/__proto__',
    '/auth/google/done',
    '/purchase-product/x',
    '/checkout',
    '/dashboard',
    '/dashboard/audit',
    '/docs',
    '/nope',
    '/sitemap.xml',
    '/robots.txt',
  ]
  const names = [
    'make',
    'q',
    'category',
    'brand',
    'sort',
    'page',
    'token',
    'engine',
    'error',
    'reason',
    '%00',
  ]

  const queries = [
    ...names.map((name) => (value: string) => `${name}=${value}`),
    (value: string) => `make=Honda&year=2008&model=${value}`,
    (value: string) => `make=a&make=${value}&make[]=b`,
  ]

  test.each(pages.map((page, at) => ({ page, at })))('$page', async ({ page, at }) => {
    const data = page === '/' ? '/_root.data' : `${page}.data`
    // Each page with each value and with each name, and over all pages each name with each value: all triples
    // take ten times as long.
    for (const [i, value] of values.entries())
      for (const query of queries.filter((_, n) => (n + i + at) % 10 === 0))
        for (const address of [`${page}?${query(value)}`, `${data}?${query(value)}`]) {
          const response = await sendRequest('GET', address, PERSON)
          expect(response.status, address).toBeLessThan(500)
        }
    for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      for (const address of [`${page}?make=%00`, `${data}?make=%00`])
        expect((await sendRequest(method, address, PERSON)).status, `${method} ${address}`).toBeLessThan(500)
    expect(store.drainErrors()).toEqual([])
  })
})

describe('a URL that must not reach a router', () => {
  const odd = [
    '/product/%zz',
    '/order/a%2Fb',
    '/order//x',
    '/user/',
    '//products',
    '/nope/%E0%A4%A',
    `/order/${'a'.repeat(3000)}`,
    '/a%00b',
    '/auth/x%5Cy',
    '/images/none.webp',
    '/admin',
  ]

  test.each(odd)('gets a problem document: %s', async (address) => {
    const { status, headers, text } = await sendRequest('GET', address, 'application/json')
    expect(status).toBeGreaterThanOrEqual(400)
    expectProblem(
      { status, headers, body: JSON.parse(text.replace(/^[\da-f]+\r\n|\r\n0(?:\r\n)*$/g, '')) },
      address.length > 2048 ? 414 : status,
    )
  })

  test.each(['/nope', '/nope/%E0%A4%A', '/blogs/a%2Fb', '//nope'])(
    'is a page for browsers, and a problem where JSON is requested: %s',
    async (address) => {
      const page = await sendRequest('GET', address, PERSON)
      expect([400, 404]).toContain(page.status)
      expect(page.headers.get('content-type')).toContain('text/html')
      expect((await sendRequest('GET', address, 'application/json')).headers.get('content-type')).toBe(
        'application/problem+json',
      )
    },
  )
})

test('the log contains neither emails nor tokens from a URL, in any form, and nothing but JSON', async () => {
  const secrets = ['secret.person', 'tok3nOfAResetLink', 'abcdefghijklmnopqrstuvwx1234']
  for (const address of [
    '/secret.person%40example.com/%zz',
    '/secret.person@example.com',
    '/secret.person%2540example.com/x',
    '/user/secret.person%40example.com',
    '/Reset-Password/tok3nOfAResetLink',
    '/auth/reset-password/tok3nOfAResetLink?callbackURL=x',
    '/RESET-PASSWORD/tok3nOfAResetLink.data',
    '/reset-password?token=tok3nOfAResetLink',
    '/reset-password.data?token=tok3nOfAResetLink',
    '/nope/abcdefghijklmnopqrstuvwx1234',
    '/__manifest?paths=/secret.person%2540example.com/x%25zz',
  ])
    await sendRequest('GET', address, PERSON)
  await expect.poll(() => store.output()).toContain('"path":"/__manifest"')
  const lines = store.output().split('\n')
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
  expect(lines.filter((line) => /could not be decoded|URIError/.test(line))).toEqual([])
})

test.each(['/readyz', '/healthz'])(
  '%s responds to HTTP/1.0 without a host, as balancers ask',
  async (address) => {
    expect(await sendBytes(store.url, `GET ${address} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.[01] 200 /)
  },
)

test.each([100, 190, 230, 1000])(
  'a public page is compressed however long its address is: %i characters',
  async (length) => {
    const response = await fetch(`${store.url}/parts?utm_campaign=${'a'.repeat(length)}`, {
      headers: { 'Accept-Encoding': 'gzip' },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
  },
)

describe('a person who opens a URL gets a page in words, and a program a problem document:', () => {
  const paths = new Set([
    ...allCalls.map(([, { path }]) => path.replaceAll(/\{\w+\}/g, 'x')),
    '/auth',
    '/auth/x',
    '/auth/sign-in/email',
    '/webhooks/stripe',
    '/webhooks',
    '/feeds/x',
    '/images/x',
    '/content/x',
    '/search',
    '/product',
    '/imports/x/y',
    '/healthz/x',
    '/nope/%zz',
    '/order/a%2Fb',
    `/orders/${'a'.repeat(3000)}`,
    '/products?limit=x',
    '/user/x',
    '/parts/x',
  ])

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PROPFIND'])('%s', async (method) => {
    for (const address of paths) {
      const what = `${method} ${address.slice(0, 50)}`
      const { status, headers, text } = await sendRequest(method, address, PERSON)
      const program = await sendRequest(method, address, 'application/json')
      if (status === 302) expect(['/contactUs', '/parts'], what).toContain(headers.get('location'))
      if (status < 400) continue
      expect(status, what).toBe(program.status)
      expect([what, headers.get('content-type')]).toEqual([what, 'text/html; charset=utf-8'])
      expect(headers.get('vary')?.split(', '), what).toContain('Accept')
      expect(headers.get('retry-after'), what).toBe(program.headers.get('retry-after'))
      if (method !== 'HEAD') expect(text, what).toMatch(/<h1[^>]*>[^<]/)
    }
  })

  test.each([
    ['text/html', true],
    ['TEXT/HTML', true],
    ['text/*', true],
    ['application/json;q=0.5, text/html', true],
    ['text/html, application/json', true],
    ['*/*', false],
    ['', false],
    ['application/json, text/html;q=0.9', false],
    ['text/html;q=0, */*', false],
    ['application/*', false],
    ['application/json, text/plain, */*', false],
    ['application/problem+json, text/html;q=0.5', false],
    ['text/htmlx, x/text/html', false],
    [',,;q=,', false],
  ])('Accept: %s', async (accept, isPage) => {
    for (const [method, address] of [
      ['GET', '/orders'],
      ['POST', '/order'],
    ] as const) {
      const { headers } = await sendRequest(method, address, accept)
      expect(headers.get('content-type')).toBe(
        isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
      )
    }
  })

  test('in a browser, /contact and /search lead to their pages', async () => {
    for (const [address, page] of [
      ['/contact', '/contactUs'],
      ['/search', '/parts'],
    ] as const) {
      expect((await sendRequest('GET', address, PERSON)).headers.get('location')).toBe(page)
      expect((await sendRequest('GET', address, '*/*')).status).toBeGreaterThanOrEqual(404)
    }
  })
})

test.each([
  '1.1.1.1.1',
  '0x1.0x',
  '4294967296',
  '256.256.256.256',
  '[::1',
  'xn--a',
  'a b',
  'a%zz',
  'a:99999',
])('a request for the host %s is refused, in words and for programs', async (host) => {
  for (const address of ['/', '/parts?q=a', '/products', '/auth/get-session', '/openapi.json', '/nope'])
    for (const accept of [PERSON, 'application/json']) {
      const request = `GET ${address} HTTP/1.1\r\nHost: ${host}\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`
      expect(await sendBytes(store.url, request), address).toMatch(/^HTTP\/1\.1 [24]/)
    }
  expect(store.drainErrors()).toEqual([])
})
