import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodeFor, bufferResponse } from './cached-response.ts'

/** A compressible text. */
const words = Array.from({ length: 4_000 }, (_, at) => `part-${(at * 7919) % 997} fits ${at % 31};`).join('')
const response = (type: string) => bufferResponse(new Response(words, { headers: { 'Content-Type': type } }))

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
