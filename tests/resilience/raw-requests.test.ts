import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockProduct } from '../support/orders.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { signIn, type User } from '../support/users.ts'

let store: TestStore
let admin: User

beforeAll(async () => {
  store = await openTestStore()
  await stockProduct(store)
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

/** Expects the next request on a fresh connection to work, after whatever was sent. */
async function expectOpenShop(): Promise<void> {
  const response = await fetch(`${store.url}/products`, { headers: { Connection: 'close' } })
  expect(response.status).toBe(200)
  expect(await response.json()).toHaveLength(1)
}

/** Timeout of a response or the end of a connection, in ms. */
const SOON = 10_000

/**
 * Sends bytes over a separate connection. Returns the statuses until it was closed, or until there were that
 * many.
 */
function sendBytes(bytes: string | Buffer, responses = 1): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(store.url).port), '127.0.0.1')
    let received = ''
    const statuses = () =>
      [...received.matchAll(/(?:^|[\r\n}\]])HTTP\/1\.[01] (\d{3}) /g)].map((found) => Number(found[1]))
    const limit = globalThis.setTimeout(() => {
      socket.destroy()
      reject(new Error(`Neither a response nor an end: ${received.slice(0, 300)}`))
    }, SOON)
    const end = () => {
      clearTimeout(limit)
      socket.destroy()
      resolve(statuses())
    }
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (statuses().length >= responses) end()
    })
    // A connection that is reset is closed, too.
    socket.on('error', () => undefined)
    socket.on('close', end)
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  })
}

const request = (line: string, ...headers: string[]) =>
  [line, 'Host: localhost', ...headers, '', ''].join('\r\n')
const smuggled = 'GET /admin HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe('a request that two parsers could read differently is refused:', () => {
  test.each([
    [
      'a length and chunks',
      `${request('POST /order HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
    ],
    [
      'chunks and a length',
      `${request('POST /order HTTP/1.1', 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${smuggled}`,
    ],
    [
      'two lengths',
      `${request('POST /order HTTP/1.1', 'Content-Length: 2', 'Content-Length: 40')}{}${smuggled}`,
    ],
    ['one length twice', `${request('POST /order HTTP/1.1', 'Content-Length: 2', 'Content-Length: 2')}{}`],
    ['a length with a sign', `${request('POST /order HTTP/1.1', 'Content-Length: +2')}{}`],
    ['a length that is not a number', `${request('POST /order HTTP/1.1', 'Content-Length: 2x')}{}`],
    [
      'a length beyond all numbers',
      request('POST /order HTTP/1.1', 'Content-Length: 99999999999999999999999'),
    ],
    ['an unknown encoding', `${request('POST /order HTTP/1.1', 'Transfer-Encoding: xchunked')}0\r\n\r\n`],
    [
      'chunks that are not the last encoding',
      `${request('POST /order HTTP/1.1', 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
    ],
    [
      'a chunk of no size',
      `${request('POST /order HTTP/1.1', 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a space before the colon', request('GET /products HTTP/1.1', 'Content-Length : 5')],
    ['a header over two lines', request('GET /products HTTP/1.1', 'X-A: 1', ' folded')],
    ['a NUL in a header', request('GET /products HTTP/1.1', 'X-A: a\0b')],
    ['a line break in a header', request('GET /products HTTP/1.1', 'X-A: a\rX-B: b')],
    ['no host', 'GET /products HTTP/1.1\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    const statuses = await sendBytes(bytes, 2)
    expect(statuses.length).toBeLessThanOrEqual(1)
    expect(statuses.filter((status) => status !== 400 && status !== 413)).toEqual([])
    await expectOpenShop()
  })
})

describe('a malformed or oversized request ends in a refusal or a closed connection:', () => {
  test.each<[string, string | Buffer]>([
    ['one header of 100 KB', request('GET /products HTTP/1.1', `X-Long: ${'x'.repeat(100_000)}`)],
    ['an address of 100 KB', request(`GET /products?${'x'.repeat(100_000)} HTTP/1.1`)],
    ['a cookie of 50 KB', request('GET /products HTTP/1.1', `Cookie: ${'a=b; '.repeat(10_000)}`)],
    [
      '20,000 headers',
      request('GET /products HTTP/1.1', ...Array.from({ length: 20_000 }, (_, at) => `X-${at}: 1`)),
    ],
    ['a version that is none', request('GET /products HTTP/9.9')],
    ['the start of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the start of TLS', Buffer.from('16030100a5010000a10303', 'hex')],
    ['noise', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))],
    ['a method that is none', request('STEAL /products HTTP/1.1')],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n'],
    ['an unknown expectation', request('GET /products HTTP/1.1', 'Expect: the-moon')],
  ])('%s', async (_, bytes) => {
    const statuses = await sendBytes(bytes)
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([])
    await expectOpenShop()
  })
})

describe('an odd URL, host or method never causes a server error:', () => {
  test.each(
    [
      ...['TRACE', 'TRACK', 'OPTIONS', 'PROPFIND', 'HEAD', 'QUERY'].map((method) =>
        request(`${method} /products HTTP/1.1`),
      ),
      ...[
        '*',
        '//',
        '//evil.example/products',
        '///',
        'http://evil.example/products',
        'http://',
        'products',
        '/product/%zz',
        '/product/%c0%af',
        '/product/%2e%2e/%2e%2e/etc/passwd',
        '/product/..%5c..%5cetc',
        '/images/%2e%2e%2f%2e%2e%2fsecrets%2fauth',
        '/product/a;b=c',
        '/product/\xff',
        '/products?limit=1&limit=2&limit[]=3',
        '/products#a',
        '/\\evil.example',
        '/:80',
      ].map((address) => request(`GET ${address} HTTP/1.1`)),
      ...[
        '',
        'a b',
        '[',
        '[::1',
        'localhost:99999',
        'evil.example/products?',
        'a@b',
        '%00',
        'x'.repeat(5000),
      ].map((host) => `GET /users HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
      request('OPTIONS * HTTP/1.1'),
      'GET /products\r\n\r\n',
      request('GET /product/x HTTP/1.1', 'Authorization: Bearer \xff\xfe'),
      request('GET /product/x HTTP/1.1', `Authorization: Bearer ${'a'.repeat(8000)}`),
      request('GET /products HTTP/1.1', 'Accept-Encoding: gzip;q=NaN, br;q=-1, *;q=0'),
      request('GET /products HTTP/1.1', 'If-None-Match: *', 'Range: bytes=5-1', 'If-Modified-Since: never'),
      request('GET /products HTTP/1.1', 'Upgrade: websocket', 'Connection: Upgrade'),
      `${request('GET /products HTTP/1.1', 'Content-Length: 5')}hello`,
      `${request('POST /review HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 2')}{}`,
    ].map((bytes) => [bytes.slice(0, 60).replaceAll(/[^\x20-\x7e]+/g, ' '), bytes]),
  )('%s', async (_, bytes) => {
    const statuses = await sendBytes(bytes)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    await expectOpenShop()
  })
})

test('fifty pipelined requests on one connection get their responses in order', async () => {
  const statuses = await sendBytes(request('GET /products HTTP/1.1').repeat(50), 50)
  expect(statuses).toEqual(Array.from({ length: 50 }, () => 200))
})

test('two hundred stalled requests do not block other clients', async () => {
  const sockets = Array.from({ length: 200 }, (_, at) => {
    const socket = connect(Number(new URL(store.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      at % 2 === 0 ? `${request('POST /review HTTP/1.1', 'Content-Length: 100')}{"rating"` : 'GET /prod',
    )
    return socket
  })
  await expectOpenShop()
  for (const socket of sockets) socket.destroy()
})

describe('a client that reads only after it has sent everything gets the reason of the refusal:', () => {
  /**
   * Sends a body of six megabytes in chunks that take more than a second together, and then a GET on the
   * connection unless it will be closed.
   */
  async function sendSlowly(head: string, chunked: boolean): Promise<number[]> {
    const socket = connect(Number(new URL(store.url).port), '127.0.0.1')
    const next = head.includes('Connection: close') ? '' : request('GET /healthz HTTP/1.1')
    const broken = new Promise<never>((_, reject) => socket.on('error', reject))
    const send = (bytes: string | Buffer) =>
      Promise.race([broken, new Promise<void>((resolve) => socket.write(bytes, () => resolve()))])
    await send(head)
    const piece = Buffer.alloc(500_000, 'z')
    for (let sent = 0; sent < 12; sent += 1) {
      await send(chunked ? Buffer.concat([Buffer.from('7a120\r\n'), piece, Buffer.from('\r\n')]) : piece)
      await setTimeout(100)
    }
    await send(`${chunked ? '0\r\n\r\n' : ''}${next}`)
    let received = ''
    const statuses = () =>
      [...received.matchAll(/(?:^|[\r\n}\]])HTTP\/1\.1 (\d{3}) /g)].map((found) => Number(found[1]))
    await Promise.race([
      broken,
      new Promise<void>((resolve) => {
        socket.on('close', () => resolve())
        socket.on('data', (chunk) => {
          received += chunk.toString('latin1')
          if (statuses().length === 2) resolve()
        })
      }),
    ])
    socket.destroy()
    return statuses()
  }

  const form = 'Content-Type: multipart/form-data; boundary=edge'
  const json = 'Content-Type: application/json'
  const whole = 'Content-Length: 6000000'
  const chunks = 'Transfer-Encoding: chunked'
  const signedIn = () => `Authorization: Bearer ${admin.token}`
  const part = '--edge\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
  test.concurrent.each<[string, string[], () => string[], status: number]>([
    ['a picture that is too large', ['POST /images', form, whole], () => [signedIn()], 413],
    ['a picture that turns out too large', ['POST /images', form, chunks], () => [signedIn()], 413],
    ['a picture of a stranger', ['POST /images', form, whole], () => [], 401],
    ['a review that is too large', ['POST /review', json, whole], () => [signedIn()], 413],
    ['a review that turns out too large', ['POST /review', json, chunks], () => [signedIn()], 413],
    ['a body for an address without a call', ['POST /no-such-call', json, whole], () => [], 404],
    [
      'an edit that is too large',
      ['PATCH /review/00000000-0000-4000-8000-000000000000', json, chunks],
      () => [signedIn()],
      413,
    ],
    ['a body with a method that the address does not have', ['DELETE /review/1', json, whole], () => [], 405],
    ['a file of a stranger', ['POST /imports', form, chunks], () => [], 401],
    ['a body at the address of a page', ['PUT /parts', json, whole], () => [], 404],
  ])('%s', async (_, [line = '', ...headers], more, status) => {
    const isChunked = headers.includes(chunks)
    const first = isChunked && headers.includes(form) ? `${part.length.toString(16)}\r\n${part}\r\n` : ''
    const head = (...last: string[]) => request(`${line} HTTP/1.1`, ...headers, ...more(), ...last) + first
    // As clients send it, and as a proxy without its own connections does.
    const [kept, closed] = await Promise.all([
      sendSlowly(head(), isChunked),
      sendSlowly(head('Connection: close'), isChunked),
    ])
    expect({ kept, closed }).toEqual({ kept: [status, 200], closed: [status] })
  })
})
