import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeFor, bufferResponse } from './cached-response.ts'
import { sendCopy } from './stale-response.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A compressible text. */
const words = Array.from({ length: 4_000 }, (_, at) => `part-${(at * 7919) % 997} fits ${at % 31};`).join('')
const response = (type: string) => bufferResponse(new Response(words, { headers: { 'Content-Type': type } }))

test('a page that stays cached is compressed again, thoroughly', async () => {
  const page = await response('text/html; charset=utf-8')
  const quick = await encodeFor(page, 'gzip, br')
  expect(await encodeFor(page, 'br')).toBe(quick)
  vi.advanceTimersByTime(2_001)
  expect(await encodeFor(page, 'br'), 'no response waits for it').toBe(quick)
  await expect.poll(() => encodeFor(page, 'br')).not.toBe(quick)
  const thorough = await encodeFor(page, 'br')
  expect(thorough.body.length).toBeLessThan(quick.body.length)
  expect(thorough.headers).toEqual({ ...quick.headers, 'content-length': String(thorough.body.length) })
  expect(brotliDecompressSync(thorough.body).toString()).toBe(words)
  vi.advanceTimersByTime(60_000)
  expect(await encodeFor(page, 'br')).toBe(thorough)
})

test('other content is only compressed quickly', async () => {
  const list = await response('application/json')
  await encodeFor(list, 'br')
  expect(list.waitsSince).toBeNull()
})

test('a response uses only as much memory as it has bytes', async () => {
  const list = await response('application/json')
  const bodies = [list.plain, await encodeFor(list, 'br'), await encodeFor(list, 'gzip')].map(
    ({ body }) => body,
  )
  expect(bodies.map(({ buffer }) => buffer.byteLength)).toEqual(bodies.map(({ length }) => length))
})

test.each([2_000, 300_000, 6_000_000])(
  'a response of %i bytes is the same when it is decompressed',
  async (bytes) => {
    const text = words.repeat(Math.ceil(bytes / words.length)).slice(0, bytes)
    const page = await bufferResponse(new Response(text, { headers: { 'Content-Type': 'application/json' } }))
    expect(brotliDecompressSync((await encodeFor(page, 'br')).body).toString()).toBe(text)
  },
)

test('the compressed copy of a file is sent only to clients that accept gzip', async () => {
  const copy = {
    headers: { 'content-type': 'application/xml', 'content-encoding': 'gzip' },
    gzip: gzipSync(words),
    asOf: Date.now(),
  }
  const encodingFor = async (accepted: string | undefined) =>
    (await sendCopy(copy, accepted)).headers.get('content-encoding')
  expect(await encodingFor('br, gzip;q=0.5')).toBe('gzip')
  expect(await encodingFor('gzip;q=0, identity')).toBeNull()
  expect(await (await sendCopy(copy, 'gzip; q=0.0')).text()).toBe(words)
  expect(await encodingFor(undefined)).toBeNull()
})
