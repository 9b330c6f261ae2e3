import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createLocalImages, type LocalImages } from './local-disk.ts'
import { coloursOf, plainPng, quarters, quartersAs } from './test-pictures.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let dir: string
let images: LocalImages

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'driveline images-'))
  images = createLocalImages({ dir, records: createImageRecords(database.db) })
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const get = (address: string, init?: RequestInit) =>
  images.serve(new Request(new URL(address, 'http://store.test'), init))

async function servedBytes(address: string): Promise<Buffer> {
  const response = await get(address)
  if (!response) throw new Error(`${address} is not served`)
  return Buffer.from(await response.arrayBuffer())
}

describe('a picture that is put', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'may be %s and is the same picture again',
    async (format) => {
      const kept = await images.put(await quartersAs(format))
      expect(kept).toMatchObject({ width: 400, height: 300 })
      expect(kept.url).toMatch(/^\/images\/[0-9a-f]{32}-400x300\.webp$/)
      expect(await coloursOf(await servedBytes(kept.url))).toBe('RGBW')
      expect(await images.owns(kept.url)).toBe(true)
    },
  )

  test('is kept as AVIF and WebP in every width up to its own, and never enlarged', async () => {
    const { url } = await images.put(await quartersAs('jpeg', 700, 350))
    const key = url.slice('/images/'.length, -'.webp'.length)
    const files = [320, 480, 640, 700].flatMap((width) => [`${key}-${width}.avif`, `${key}-${width}.webp`])
    expect((await readdir(dir)).toSorted()).toEqual(files.toSorted())
    for (const file of files) {
      const bytes = await servedBytes(`/images/${file}`)
      const meta = await sharp(bytes).metadata()
      expect(`${key}-${meta.width}.${meta.format === 'heif' ? 'avif' : meta.format}`).toBe(file)
      expect(meta.height).toBe(meta.width / 2)
      expect(await coloursOf(bytes)).toBe('RGBW')
    }
  })

  test('is made smaller when it is wider than 1280 or taller than 2560 px', async () => {
    expect(await images.put(plainPng(2560, 1000))).toMatchObject({ width: 1280, height: 500 })
    expect(await images.put(plainPng(10, 20_000))).toMatchObject({ width: 1, height: 2560 })
  })

  test.each([
    [1, 'RGBW'],
    [2, 'GRWB'],
    [3, 'WBGR'],
    [4, 'BWRG'],
    [5, 'RBGW'],
    [6, 'BRWG'],
    [7, 'WGBR'],
    [8, 'GWRB'],
  ])('with EXIF orientation %i is turned upright', async (orientation, colours) => {
    const kept = await images.put(await quarters(1400, 700).jpeg().withMetadata({ orientation }).toBuffer())
    expect(kept).toMatchObject(orientation < 5 ? { width: 1280, height: 640 } : { width: 700, height: 1400 })
    expect(await coloursOf(await servedBytes(kept.url))).toBe(colours)
  })

  test('loses its camera, its place and every other note', async () => {
    const sent = await quarters()
      .jpeg()
      .withExif({
        IFD0: { Make: 'SecretCamera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretNote</x:xmpmeta>')
      .toBuffer()
    expect((await sharp(sent).metadata()).exif).toBeDefined()
    const { url } = await images.put(sent)
    for (const file of await readdir(dir)) {
      const bytes = await readFile(path.join(dir, file))
      const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
      expect(bytes.includes('Secret')).toBe(false)
    }
    expect(await images.owns(url)).toBe(true)
  })

  test('keeps its transparency', async () => {
    const sent = await sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const { url } = await images.put(sent)
    expect((await sharp(await servedBytes(url)).stats()).isOpaque).toBe(false)
  })

  test.each(['b-w', 'cmyk', 'rgb16'])('may have the colours of %s', async (space) => {
    const make = quarters().toColourspace(space)
    const sent = await (space === 'rgb16' ? make.png() : make.jpeg()).toBuffer()
    const { url } = await images.put(sent)
    expect((await sharp(await servedBytes(url)).metadata()).space).toBe('srgb')
  })

  test('twice is one picture at one address', async () => {
    const first = await images.put(await quartersAs('png'))
    const files = await readdir(dir)
    expect(await images.put(await quartersAs('png'))).toEqual(first)
    expect(await readdir(dir)).toEqual(files)
    expect(await images.put(await quartersAs('png', 401))).not.toEqual(first)
  })

  test('twenty times at once is taken twenty times, and leaves no unfinished file', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, (_, i) => quartersAs('png', 60 + (i % 10), 40)))
    const kept = await Promise.all(sent.map((bytes) => images.put(bytes)))
    expect(new Set(kept.map((image) => image.url)).size).toBe(10)
    for (const { url } of kept) expect(await coloursOf(await servedBytes(url))).toBe('RGBW')
    expect(await readdir(dir)).toHaveLength(20)
  }, 60_000)

  test('with a page hidden behind it is served without the page', async () => {
    const page = Buffer.from('<!doctype html><script>alert("hidden")</script>')
    const { url } = await images.put(Buffer.concat([await quartersAs('jpeg'), page]))
    expect(await coloursOf(await servedBytes(url))).toBe('RGBW')
    for (const file of await readdir(dir))
      expect((await readFile(path.join(dir, file))).includes('hidden')).toBe(false)
  })

  test('is remembered with who sent it', async () => {
    const account = `subject-${dir}`
    await database.db
      .insertInto('accounts')
      .values({ id: account, email: `${Date.now()}@example.com`, name: 'Ada' })
      .execute()
    const { url } = await images.put(await quartersAs('png', 222, 111), account)
    const row = await database.db
      .selectFrom('images')
      .select(['width', 'height', 'uploaded_by'])
      .where('key', '=', url.slice('/images/'.length, -'.webp'.length))
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ width: 222, height: 111, uploaded_by: account })
  })
})

describe('what is not a picture that we take', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['SVG', async () => Buffer.from(svg)],
    ['SVG with an XML head', async () => Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
    ['HTML', async () => Buffer.from('<!doctype html><h1>Hello</h1>')],
    ['PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['GIF', () => quartersAs('gif')],
    ['TIFF', () => quarters().tiff().toBuffer()],
    ['text', async () => Buffer.from('../../etc/passwd')],
    ['nothing', async () => Buffer.alloc(0)],
  ])('%s is refused as unsupported', async (_, make) => {
    await expect(images.put(await make())).rejects.toMatchObject({
      name: 'ImageRefused',
      reason: 'unsupported',
    })
    expect(await readdir(dir)).toEqual([])
  })

  test.each([
    ['a truncated JPEG', async () => half(await quartersAs('jpeg', 900, 900))],
    ['a truncated PNG', async () => half(await quartersAs('png', 900, 900))],
    ['a truncated WebP', async () => half(await quartersAs('webp', 900, 900))],
    ['a truncated AVIF', async () => half(await quartersAs('avif', 900, 900))],
    ['the first bytes of a PNG', async () => Buffer.from('\x89PNG\r\n\x1a\n<svg>', 'latin1')],
    [
      'a page that begins like a JPEG',
      async () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'),
    ],
    ['30,000 × 30,000 px in a small PNG', async () => plainPng(30_000, 30_000)],
    ['one row more than 24 megapixels', async () => plainPng(6000, 4001)],
  ])('%s is refused as unreadable', async (_, make) => {
    await expect(images.put(await make())).rejects.toMatchObject({
      name: 'ImageRefused',
      reason: 'unreadable',
    })
    expect(await readdir(dir)).toEqual([])
  })

  test('exactly 24 megapixels are taken', async () => {
    expect(await images.put(plainPng(6000, 4000))).toMatchObject({ width: 1280, height: 853 })
  }, 30_000)

  test('a refused picture does not keep the next one from being taken', async () => {
    const [refused, taken] = await Promise.allSettled([
      images.put(Buffer.from(svg)),
      images.put(await quartersAs('png')),
    ])
    expect([refused.status, taken.status]).toEqual(['rejected', 'fulfilled'])
  })
})

describe('a picture is served', () => {
  test('to be kept for ever, with its own type', async () => {
    const { url } = await images.put(await quartersAs('png'))
    for (const [address, type] of [
      [url, 'image/webp'],
      [url.replace('.webp', '-320.avif'), 'image/avif'],
      [url.replace('.webp', '-320.webp'), 'image/webp'],
    ] as const) {
      const response = await get(address)
      expect(response?.status).toBe(200)
      expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-length': String((await servedBytes(address)).length),
      })
    }
  })

  test('as 304 to who has it, and as headers to who asks for no more', async () => {
    const { url } = await images.put(await quartersAs('png'))
    const etag = (await get(url))?.headers.get('ETag') ?? ''
    expect((await get(url, { headers: { 'If-None-Match': etag } }))?.status).toBe(304)
    const head = await get(url, { method: 'HEAD' })
    expect(Number(head?.headers.get('Content-Length'))).toBe((await servedBytes(url)).length)
    expect(await head?.text()).toBe('')
    expect(await get(url, { method: 'POST' })).toBeNull()
  })

  test('and nothing else is', async () => {
    const { url } = await images.put(await quartersAs('png'))
    await writeFile(path.join(dir, 'secret.webp'), 'secret')
    for (const address of [
      '/images/',
      '/images/secret.webp',
      '/images/..%2f..%2fetc%2fpasswd',
      '/images/%2e%2e/secret.webp',
      `/${url}`,
      `/images${url}`,
      `/images/%2e%2e%2f${path.basename(dir)}${url.slice('/images'.length)}`,
      `${url}%00.html`,
      `${url}/`,
      url.replace('.webp', '.html'),
      url.replace('.webp', '.avif'),
      url.replace('.webp', '-321.webp'),
      `/images/${'0'.repeat(32)}-400x300.webp`,
    ])
      expect(await get(address), address).toBeNull()
  })
})

test('an address of a picture that was never put is not our own', async () => {
  expect(await images.owns(`/images/${'0'.repeat(32)}-400x300.webp`)).toBe(false)
  expect(await images.owns('https://example.com/a.webp')).toBe(false)
})

describe('a picture that was encoded before', () => {
  test('is taken over with all its files', async () => {
    const { url } = await images.put(await quartersAs('png', 500, 250))
    const store = createLocalImages({
      dir: path.join(dir, 'other'),
      records: createImageRecords(database.db),
    })
    expect(await store.adopt(url, dir)).toEqual({ url, width: 500, height: 250 })
    const files = (await readdir(dir)).filter((file) => file !== 'other')
    expect((await readdir(path.join(dir, 'other'))).toSorted()).toEqual(files.toSorted())
  })

  test('is not taken over when it is damaged or missing', async () => {
    const { url } = await images.put(await quartersAs('png', 500, 250))
    const store = createLocalImages({
      dir: path.join(dir, 'other'),
      records: createImageRecords(database.db),
    })
    await writeFile(
      path.join(dir, `${url.slice('/images/'.length, -'.webp'.length)}-500.webp`),
      'something else',
    )
    await expect(store.adopt(url, dir)).rejects.toThrow('missing or damaged')
    await expect(store.adopt(url, path.join(dir, 'nowhere'))).rejects.toThrow('missing or damaged')
    await expect(store.adopt('/images/../secret.webp', dir)).rejects.toThrow('not the address')
  })
})

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}
