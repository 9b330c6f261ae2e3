import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cacheMark } from '#api/cache-headers.ts'
import type { CacheEntry } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'
import { createTaggedCache } from './tagged-cache.ts'

/** Bytes of the cache, and of each response; together, the responses exceed the cache. */
const BUDGET = 3_000_000
const BODY = 200_000
/** Longer than any test. */
const TTL_MS = 3_600_000
/** Half of it cannot be compressed. */
const body = randomBytes(BODY / 4).toString('hex') + ' '.repeat(BODY / 2)

const marked = (text: string, mark = cacheMark(['products'])) =>
  new Response(text, { headers: { 'Content-Type': 'application/json', ...mark } })

function open(budget = BUDGET) {
  const cache = createTaggedCache<CacheEntry>(budget, TTL_MS)
  const responses = createResponseCache(cache, (url) => url)
  const get = (
    url: string,
    load: () => Response | Promise<Response>,
    headers: Record<string, string> = { 'Accept-Encoding': 'gzip' },
  ) => responses.respond(new Request(`http://store${url}`, { headers }), url, async () => load())
  return { cache, get }
}

test('the cached lists stay within the budget of the cache, compressed forms included', async () => {
  const { cache, get } = open()
  for (let i = 0; i < 60; i += 1) {
    for (const accepted of ['identity', 'gzip', 'br']) {
      const before = cache.bytes()
      const response = await get(`/products?limit=${i}`, () => marked(body), { 'Accept-Encoding': accepted })
      expect(response.status).toBe(200)
      expect(cache.bytes()).toBeLessThanOrEqual(BUDGET)
      if (i === 0 && accepted === 'gzip') expect(cache.bytes() - before).toBeGreaterThan(BODY / 4)
    }
  }
  expect(cache.bytes(), 'and it is used').toBeGreaterThan(BUDGET / 2)
})

test('a response at a long URL is compressed, but not stored', async () => {
  const { cache, get } = open()
  const response = await get(`/parts?utm_campaign=${'x'.repeat(300)}`, () => marked(body))
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(body)
  expect(cache.bytes()).toBe(0)
})

test.each([
  ['is not marked', () => new Response(body)],
  ['sets a cookie', () => new Response(body, { headers: { ...cacheMark([]), 'Set-Cookie': 'a=1' } })],
  ['is not a success', () => new Response(body, { status: 404, headers: cacheMark([]) })],
])('a response that %s is not stored', async (_what, load) => {
  const { cache, get } = open()
  const response = await get('/products', load)
  expect(await response.text()).toBe(body)
  expect([...response.headers.keys()].filter((name) => name.startsWith('x-'))).toEqual([])
  expect(cache.bytes()).toBe(0)
})

test.each([
  ['a page', { 'Content-Type': 'text/html' }],
  ['a file that is streamed', { 'Content-Type': 'application/xml' }],
])('a proxy may keep %s that is marked for an outage, and must ask first', async (_what, headers) => {
  const { get } = open()
  const load = () => new Response(body, { headers: { ...headers, ...cacheMark(['products']) } })
  for (let i = 0; i < 2; i += 1) expect((await get('/parts', load)).headers.get('x-accel-expires')).toBe('@1')
})

test('a request of another front end neither stores nor shares a response', async () => {
  const { cache, get } = open()
  const response = await get('/products', () => marked('for that origin'), {
    Origin: 'https://other.example',
  })
  expect(await response.text()).toBe('for that origin')
  expect(response.headers.has('x-cache-tags')).toBe(false)
  expect(cache.bytes()).toBe(0)
})

test('a response to another front end is compressed as it accepts, whole, and keeps its own headers', async () => {
  const { cache, get } = open()
  const load = () => {
    const response = marked(body)
    response.headers.set('X-Request-Id', 'one')
    response.headers.set('Access-Control-Allow-Origin', 'https://other.example')
    return response
  }
  for (const [accepted, encoding] of [
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await get('/products', load, {
      Origin: 'https://other.example',
      'Accept-Encoding': accepted,
    })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect((encoding === null ? bytes : gunzipSync(bytes)).toString()).toBe(body)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(response.headers.get('x-request-id')).toBe('one')
    expect(response.headers.get('access-control-allow-origin')).toBe('https://other.example')
  }
  expect(cache.bytes()).toBe(0)
})

test.each([
  ['a file that is streamed', { 'Content-Type': 'application/xml', ...cacheMark([]) }],
  ['a response that sets a cookie', { 'Set-Cookie': 'a=1', ...cacheMark([]) }],
  ['a response that is not marked', {}],
])('%s is passed on to another front end as it is, without the mark', async (_what, headers) => {
  const { get } = open()
  const response = await get('/feeds/products.xml', () => new Response(body, { headers }), {
    Origin: 'https://other.example',
    'Accept-Encoding': 'gzip',
  })
  expect(response.headers.has('content-encoding')).toBe(false)
  expect(await response.text()).toBe(body)
  expect([...response.headers.keys()].filter((name) => name.startsWith('x-cache'))).toEqual([])
})

test('requests that arrive while a page is being created share it, unless a change has overtaken it', async () => {
  const { cache, get } = open()
  let loads = 0
  await get('/', () => marked('first'))
  for (const [change, expected] of [
    [false, 1],
    [true, 2],
  ] as const) {
    cache.invalidate('products')
    loads = 0
    const ready = Promise.withResolvers<void>()
    const load = async () => {
      loads += 1
      await ready.promise
      return marked(`load ${loads}`)
    }
    const all = [get('/', load), get('/', load), get('/', load)]
    if (change) cache.invalidate('products')
    ready.resolve()
    await Promise.all(all)
    expect(loads).toBe(expected)
  }
})

test('a failed load fails only its own request', async () => {
  const { get } = open()
  await get('/', () => marked('known to be cacheable'))
  const ready = Promise.withResolvers<Response>()
  const failing = get('/?', () => Promise.reject(new Error('lost')))
  await expect(failing).rejects.toThrow('lost')
  const first = get('/', () => ready.promise)
  const second = get('/', () => marked('second'))
  ready.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  expect(await (await second).text()).toBe('second')
})
