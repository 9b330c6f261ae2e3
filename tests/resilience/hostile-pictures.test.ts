// Long because every kind of hostile picture is made here and sent to the same store.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_DECODING_BYTES } from '#integrations/images/picture-pixels.ts'
import { msOf } from '../support/ms-of.ts'
import { expectProblem } from '../support/problem.ts'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { plainPng, quarters, quartersAs } from '../support/test-pictures.ts'
import { type ApiResponse, type User, signIn } from '../support/users.ts'
import * as files from './hostile-files.ts'

const DECODING_PROCESS = path.join(import.meta.dirname, 'decoding-process.ts')
let database: TestDatabase
let store: RunningStore
let admin: User

beforeAll(async () => {
  database = await createTestDatabase()
  store = await runStore({ DATABASE_URL: database.url })
  admin = await signIn({ url: store.url, db: database.db }, { admin: true })
}, START_LIMIT_MS)
afterAll(async () => {
  await store.close()
  await database.drop()
})

/** Sends bytes as the picture of a form. */
function upload(bytes: Uint8Array, fileName = 'part.png', type = 'image/png'): Promise<ApiResponse> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type }), fileName)
  return sendForm(form)
}

/** Sends a body unchanged. */
async function sendForm(body: FormData | string, type?: string): Promise<ApiResponse> {
  const response = await fetch(`${store.url}/images`, {
    method: 'POST',
    body,
    headers: {
      Authorization: `Bearer ${admin.token}`,
      ...(type === undefined ? {} : { 'Content-Type': type }),
    },
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

/** Every stored file of a picture, as served. */
async function servedFiles(response: ApiResponse): Promise<Buffer[]> {
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  const key = /\/images\/(.+)\.webp$/.exec(response.body.data.url)?.[1] ?? ''
  const names = (await readdir(path.join(store.dataDir, 'images'))).filter((name) => name.startsWith(key))
  expect(names.length).toBeGreaterThanOrEqual(2)
  return Promise.all(
    names.map(async (name) => {
      const served = Buffer.from(await (await fetch(`${store.url}/images/${name}`)).arrayBuffer())
      expect(served.equals(await readFile(path.join(store.dataDir, 'images', name)))).toBe(true)
      return served
    }),
  )
}

/**
 * Served bytes are always ours: a complete picture, without anything that came with the upload or follows it.
 */
async function expectOurs(response: ApiResponse, sent: Buffer, secret: string): Promise<void> {
  for (const served of await servedFiles(response)) {
    const { format, exif, xmp, iptc, icc, comments, pages = 1 } = await sharp(served).metadata()
    expect({ exif, xmp, iptc, icc, comments, pages }).toEqual({ pages: 1 })
    await sharp(served, { failOn: 'warning' }).raw().toBuffer()
    expect(served.equals(sent)).toBe(false)
    expect(served.includes(secret)).toBe(false)
    expect(format === 'webp' ? served.readUInt32LE(4) + 8 : endOfBoxes(served)).toBe(served.length)
  }
}

/** The end of the last box of an AVIF. */
function endOfBoxes(bytes: Buffer): number {
  let at = 0
  for (let size = 8; size >= 8 && at + 8 <= bytes.length; at += size) size = bytes.readUInt32BE(at)
  return at
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345688' } })
const FULL_COLOR = { progressive: true, chromaSubsampling: '4:4:4' }
/** Each format in the accepted form that needs the most memory. */
const dearest = {
  'a PNG of 24 megapixels with 16 bits': () =>
    files.blackPng({ width: 6000, height: 4000, depth: 16, color: 'rgba' }),
  'an AVIF of 8.5 megapixels': () => flat(2900, 2900).avif({ effort: 0 }).toBuffer(),
  'a progressive JPEG of 22 megapixels': () => flat(4700, 4700).jpeg(FULL_COLOR).toBuffer(),
  'a WebP of 24 megapixels without loss': () =>
    flat(6000, 4000).webp({ lossless: true, effort: 0 }).toBuffer(),
  noise: () => files.noise(1280, 1300, 95),
  'a profile that unpacks to 200 MB': () => files.pngWithProfileBomb(),
  'as many bytes as allowed, nearly all after the picture': async () =>
    Buffer.concat([await files.noise(200, 200, 95), Buffer.alloc(5 * 1024 * 1024 - 100_000)]),
}

const SECRET = '<script>alert("hidden")</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${SECRET}</svg>`
type Row = [what: string, make: () => Buffer | Promise<Buffer>]

describe('a file that needs too much memory is refused by its header:', () => {
  test.each<Row>([
    [
      'a PNG of 50,000 × 50,000 px',
      () => files.promisingPng({ width: 50_000, height: 50_000, depth: 8, color: 'rgb' }),
    ],
    ['30,000 × 30,000 px in a small PNG', () => plainPng(30_000, 30_000)],
    ['one row more than 24 megapixels', () => plainPng(6000, 4001)],
    [
      'an interlaced PNG with 16 bits',
      () => files.promisingPng({ width: 6000, height: 4000, depth: 16, color: 'rgba', interlaced: true }),
    ],
    ['a WebP of 16,383 × 16,383 px', () => files.promisingWebp()],
    ['an AVIF of 60,000 × 60,000 px', () => files.promisingAvif(60_000, 60_000, 8)],
    ['a 12-bit AVIF of 24 megapixels', () => files.promisingAvif(6000, 4000, 12)],
    ['an AVIF of 24 megapixels', () => files.promisingAvif(6000, 4000, 8)],
    ['a whole AVIF of 9 megapixels', () => flat(3000, 3000).avif({ effort: 0 }).toBuffer()],
    ['a whole progressive JPEG of 24 megapixels', () => flat(6000, 4000).jpeg(FULL_COLOR).toBuffer()],
    [
      'an interlaced PNG with 16 bits of 14 megapixels',
      () => files.promisingPng({ width: 4000, height: 3500, depth: 16, color: 'rgba', interlaced: true }),
    ],
  ])('%s', async (_, make) => {
    const response = await upload(await make())
    expectProblem(response, 422, 'picture_unreadable')
    expect(response.body.detail).toMatch(/megapixels|memory/)
  })
})

describe('a damaged file is refused:', () => {
  test.each<Row>([
    ['a truncated JPEG', async () => files.half(await quartersAs('jpeg', 900, 900))],
    ['a truncated PNG', async () => files.half(await quartersAs('png', 900, 900))],
    ['a truncated WebP', async () => files.half(await quartersAs('webp', 900, 900))],
    ['a truncated AVIF', async () => files.half(await quartersAs('avif', 900, 900))],
    ['a PNG with a wrong checksum', () => files.pngWithWrongSum()],
    ['an AVIF that is smaller than it claims', () => files.promisingAvif(2000, 2000, 8)],
    ['the head of a PNG before an SVG', () => Buffer.from(`\x89PNG\r\n\x1a\n${SVG}`, 'latin1')],
    ['a page that begins like a JPEG', () => Buffer.from(`\xff\xd8\xff${SECRET}`, 'latin1')],
  ])('%s', async (_, make) => {
    expectProblem(await upload(await make()), 422, 'picture_unreadable')
  })
})

describe('another kind of file is refused, whatever it is called:', () => {
  test.each<[...Row, name: string, type: string]>([
    ['a GIF that is a script', () => Buffer.from(`GIF89a/*${SECRET}*/=1;alert(1)`), 'a.gif', 'image/gif'],
    ['an SVG', () => Buffer.from(SVG), 'part.png', 'image/png'],
    [
      'a PDF with a PNG in it',
      async () => Buffer.concat([Buffer.from('%PDF-1.7\n'), await quartersAs('png')]),
      'a.pdf.png',
      'image/png',
    ],
    [
      'a zip followed by a JPEG',
      async () => Buffer.concat([Buffer.from('PK\x03\x04'), await quartersAs('jpeg')]),
      'a.jpg',
      'image/jpeg',
    ],
    ['HTML', () => Buffer.from(`<!doctype html>${SECRET}`), 'a.webp', 'image/webp'],
    ['TIFF', () => quarters().tiff().toBuffer(), 'a.avif', 'image/avif'],
    ['nothing', () => Buffer.alloc(0), 'a.png', 'image/png'],
  ])('%s', async (_, make, name, type) => {
    expectProblem(await upload(await make(), name, type), 415, 'picture_type_unsupported')
  })
})

describe('data hidden in a good picture is not served:', () => {
  const php = `<?php system($_GET["c"]); ?>${SECRET}`
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`
  test.each<Row>([
    ['a page behind a JPEG', () => files.jpegWithTail(`<!doctype html>${SECRET}`)],
    ['a zip behind a JPEG', () => files.jpegWithTail(`PK\x03\x04${SECRET}`)],
    ['PHP in the comment of a JPEG', () => files.jpegWithComment(php)],
    ['a script in the text of a PNG', () => files.pngWith('tEXt', Buffer.from(`Comment\0${SECRET}`))],
    ['an unknown chunk of a PNG', () => files.pngWith('scRt', Buffer.from(SECRET))],
    [
      'a PDF behind a PNG',
      async () => Buffer.concat([await quartersAs('png'), Buffer.from(`%PDF-1.7 ${SECRET}`)]),
    ],
    [
      'the maker of a camera',
      () =>
        quarters()
          .jpeg()
          .withExif({ IFD0: { Make: SECRET } })
          .toBuffer(),
    ],
    ['notes in a WebP', () => quarters().webp().withXmp(xmp).toBuffer()],
    ['a color profile', () => quarters().png().withIccProfile('p3').toBuffer()],
    ['5000 frames of an animated PNG', () => files.animatedPng(5000)],
    ['2000 frames of an animated WebP', () => files.animatedWebp(2000)],
  ])('%s', async (_, make) => {
    const sent = await make()
    await expectOurs(await upload(sent), sent, SECRET)
  })
})

describe('a form', () => {
  const product = (head: string, body = 'x') => `--edge\r\n${head}\r\n\r\n${body}\r\n`
  const type = 'multipart/form-data; boundary=edge'
  const imageHead = 'Content-Disposition: form-data; name="image"; filename="a.png"'

  test.each([
    ['that climbs', '../../../../etc/passwd'],
    ['that climbs on Windows', String.raw`..\..\store.webp`],
    ['that is a path', '/etc/passwd'],
    ['that has a NUL', 'a\u0000.png'],
    ['that is a script', '<img src=x onerror=alert(1)>.png'],
    ['of 10,000 characters', 'x'.repeat(10_000)],
    ['of a program', 'part.php'],
  ])('with a file name %s is stored under our own name', async (_, name) => {
    const { status, body } = await upload(await quartersAs('png'), name)
    expect(status).toBe(201)
    expect(body.data.url).toMatch(/^http:.+\/images\/[0-9a-f]{32}-400x300\.webp$/)
    for (const file of await readdir(path.join(store.dataDir, 'images')))
      expect(file).toMatch(/^[0-9a-f]{32}-\d+x\d+-\d+\.(avif|webp)$/)
  })

  /** The cost of the largest acceptable picture. */
  let largestMs: number
  beforeAll(async () => {
    largestMs = (await msOf(upload(plainPng(6000, 4000)))).ms
  })

  test.each<[string, string, string, number]>([
    ['no boundary', 'multipart/form-data', product(imageHead), 415],
    ['a boundary that is not in the body', 'multipart/form-data; boundary=other', product(imageHead), 400],
    ['no end', type, product(imageHead), 400],
    ['nothing in it', type, '--edge--\r\n', 422],
    [
      'a text in place of the picture',
      type,
      `${product('Content-Disposition: form-data; name="image"')}--edge--`,
      422,
    ],
    [
      'the picture in a field with a path for a name',
      type,
      `${product('Content-Disposition: form-data; name="../image"; filename="a.png"')}--edge--`,
      422,
    ],
    [
      'a form inside the form',
      type,
      `${product('Content-Disposition: form-data; name="image"\r\nContent-Type: multipart/mixed; boundary=inner', `--inner\r\n${imageHead}\r\n\r\nx\r\n--inner--`)}--edge--`,
      422,
    ],
    [
      '90,000 fields',
      type,
      `${product('Content-Disposition: form-data; name="a"', '').repeat(90_000)}--edge--`,
      400,
    ],
    [
      'two million bytes of headers',
      type,
      `${product(`${imageHead}\r\nX-Long: ${'y'.repeat(2_000_000)}`)}--edge--`,
      400,
    ],
    ['more than 5 MiB', type, `${product(imageHead, 'z'.repeat(5_300_000))}--edge--`, 413],
  ])('with %s is refused', async (_, contentType, body, status) => {
    const { result, ms } = await msOf(sendForm(body, contentType))
    expectProblem(result, status)
    expect(ms).toBeLessThan(2 * largestMs)
  })

  test('a file that contains two pictures stores the first', async () => {
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(await quartersAs('png', 80, 60))]), 'a.png')
    form.append('image', new Blob([new Uint8Array(await quartersAs('png', 40, 30))]), 'b.png')
    expect((await sendForm(form)).body.data).toMatchObject({ width: 80, height: 60 })
  })
})

describe('a picture that costs time or memory is bounded:', () => {
  test('a progressive JPEG of 3000 scans ends quickly, and the next picture is accepted', async () => {
    const [response, next] = await Promise.all([
      files.jpegOfScans(3000).then((bytes) => upload(bytes)),
      quartersAs('png').then((bytes) => upload(bytes)),
    ])
    expectProblem(response, 422, 'picture_unreadable')
    expect(next.status).toBe(201)
  })

  // Concurrency of reading and decoding: src/api/receive-picture.test.ts.
  test('pictures at the limit are accepted, each format in its most expensive form', async () => {
    for (const make of Object.values(dearest)) expect((await upload(await make())).status).toBe(201)
  })
})

// The peak memory of a separate process does not depend on the machine's load. The additional quarter is for
// the small picture made of it.
test.each(Object.entries(dearest))(
  'no decoder needs more memory than a header may promise: %s',
  async (_, make) => {
    const decoding = fork(DECODING_PROCESS, { serialization: 'advanced', env: { MALLOC_ARENA_MAX: '1' } })
    decoding.send(await make())
    const [grown] = (await once(decoding, 'message')) as [number]
    decoding.disconnect()
    expect(grown).toBeLessThan(MAX_DECODING_BYTES * 1.25)
  },
)
