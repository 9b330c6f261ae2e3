import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { owns } from '../../../tests/support/test-images.ts'
import { colorsOf, quarters, quartersAs } from '../../../tests/support/test-pictures.ts'
import { createHostedImages } from './hosted.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const running: { close(): void; closeAllConnections(): void }[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type HostResponse = { status?: number; body?: unknown; location?: string } | 'silence'

/** A hosted image service on this machine, and what it received. */
async function imageHost(hostResponse: HostResponse) {
  const received: { url: string; form: FormData }[] = []
  const server = createServer(async (request, response) => {
    received.push({ url: request.url ?? '', form: await formOf(request) })
    if (hostResponse === 'silence') return
    const { status = 200, body, location } = hostResponse
    response.writeHead(status, location === undefined ? {} : { location })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.push(server)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload`
  const images = createHostedImages({
    url,
    key: 'the key',
    records: createImageRecords(database.db),
    timeoutMs: hostResponse === 'silence' ? 50 : 10_000,
  })
  return { images, received }
}

async function formOf(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const type = request.headers['content-type'] ?? ''
  return new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
}

test('a picture goes to the service as one clean WebP, and the URL in its response is our own from then on', async () => {
  const url = 'https://i.example.net/abc/part.webp'
  const { images, received } = await imageHost({ body: { data: { url, id: 'abc' }, success: true } })
  expect(await owns(database.db, url, images)).toBe(false)
  const sent = await quarters(2800, 1400).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await images.put(sent)).toEqual({ url, width: 1280, height: 2560 })
  expect(received.map((request) => request.url)).toEqual(['/1/upload?key=the+key'])
  const file = received[0]?.form.get('image')
  const bytes = new Uint8Array(file instanceof File ? await file.arrayBuffer() : [])
  expect(await colorsOf(bytes)).toBe('BRWG')
  const { format, exif, orientation } = await sharp(bytes).metadata()
  expect({ format, exif, orientation }).toEqual({ format: 'webp' })
  expect(await owns(database.db, url, images)).toBe(true)
  expect(await owns(database.db, `${url}?other`, images)).toBe(false)
})

test('a file that is not a picture never reaches the service', async () => {
  const { images, received } = await imageHost({ body: {} })
  await expect(images.put(Buffer.from('<svg/>'))).rejects.toMatchObject({ reason: 'unsupported' })
  expect(received).toEqual([])
})

test.each<[string, HostResponse, string]>([
  ['refuses the key', { status: 400, body: { error: { message: 'Invalid API v1 key.' } } }, 'failed'],
  ['is broken', { status: 503, body: 'busy' }, 'unavailable'],
  ['returns something else', { body: '<html></html>' }, 'failed'],
  ['returns no URL', { body: { data: {} } }, 'failed'],
  ['returns a URL without https', { body: { data: { url: 'http://i.example.net/a.webp' } } }, 'failed'],
  ['returns a script as URL', { body: { data: { url: 'javascript:alert(1)' } } }, 'failed'],
  ['sends us elsewhere', { status: 307, location: 'https://elsewhere.example/' }, 'failed'],
  ['returns too much', { body: 'x'.repeat(100_000) }, 'unavailable'],
  ['does not respond in time', 'silence', 'timeout'],
])('a service that %s is reported without the key', async (_, response, kind) => {
  const { images } = await imageHost(response)
  const problem = await images.put(await quartersAs('png', 40, 40)).catch((error: unknown) => error)
  expect(problem).toMatchObject({ name: 'ImageHostError', kind })
  expect(String(problem)).not.toContain('key=')
})

test.each<[number, number]>([
  [503, 2],
  [429, 2],
  [500, 1],
])(
  'an upload with response %i is sent %i times: again only when it was certainly not stored',
  async (status, times) => {
    const { images, received } = await imageHost({ status, body: '' })
    await expect(images.put(await quartersAs('png', 40, 40))).rejects.toMatchObject({ kind: 'unavailable' })
    expect(received).toHaveLength(times)
  },
)

test('an unreachable service is reported', async () => {
  const images = createHostedImages({
    url: 'http://127.0.0.1:2/upload',
    key: 'k',
    records: createImageRecords(database.db),
    timeoutMs: 10_000,
  })
  await expect(images.put(await quartersAs('png', 40, 40))).rejects.toMatchObject({ kind: 'unavailable' })
})

test('pictures on the configured host are our own over https only', async () => {
  const images = createHostedImages({
    url: 'https://host.example/upload',
    key: 'k',
    records: createImageRecords(database.db),
    timeoutMs: 10_000,
  })
  const addresses = {
    'https://host.example/a.webp': true,
    'http://host.example/a.webp': false,
    'https://host.example:8443/a.webp': false,
    'https://user@host.example/a.webp': false,
    'https://host.example.evil.example/a.webp': false,
    'https://evil.example/host.example': false,
    'not a URL': false,
  }
  for (const [url, expected] of Object.entries(addresses))
    expect(await owns(database.db, url, images), url).toBe(expected)
})

test('a picture that was put on our own disk earlier stays our own', async () => {
  const records = createImageRecords(database.db)
  const key = `${'a'.repeat(32)}-40x30`
  await records.add({ key, width: 40, height: 30, uploadedBy: null, place: 'disk' })
  const images = createHostedImages({
    url: 'https://host.example/upload',
    key: 'k',
    records,
    timeoutMs: 10_000,
  })
  expect(await owns(database.db, `/images/${key}.webp`, images)).toBe(true)
  expect(await owns(database.db, `/images/${'b'.repeat(32)}-40x30.webp`, images)).toBe(false)
})
