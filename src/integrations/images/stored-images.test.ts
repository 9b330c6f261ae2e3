// Slower tests of the decoders: tests/resilience/stored-pictures.test.ts and hostile-pictures.test.ts.
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import { imagesForEachTest, owns, type TestImages } from '../../../tests/support/test-images.ts'
import { colorsOf, quartersAs } from '../../../tests/support/test-pictures.ts'
import { storedFiles } from './stored-files.ts'
import { createStoredImages } from './stored-images.ts'

let db: TestImages['db']
let dir: string
let images: TestImages['images']
let serve: TestImages['serve']
let servedBytes: TestImages['servedBytes']
imagesForEachTest((fresh) => ({ db, dir, images, serve, servedBytes } = fresh))

const get = (address: string, init?: RequestInit) =>
  serve(new Request(new URL(address, 'http://store.test'), init))

describe('a stored picture', () => {
  test('decodes to the same picture', async () => {
    const stored = await images.put(await quartersAs('png'))
    expect(stored).toMatchObject({ width: 400, height: 300 })
    expect(await colorsOf(await servedBytes(stored.url))).toBe('RGBW')
    expect(await owns(db, stored.url)).toBe(true)
  })

  test('is recorded with its sender', async () => {
    const account = `subject-${dir}`
    await db
      .insertInto('accounts')
      .values({ id: account, email: `${Date.now()}@example.com`, name: 'Ada' })
      .execute()
    const { url } = await images.put(await quartersAs('png', 222, 111), account)
    const row = await db
      .selectFrom('images')
      .select(['width', 'height', 'uploaded_by'])
      .where('key', '=', url.slice('/images/'.length, -'.webp'.length))
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ width: 222, height: 111, uploaded_by: account })
  })
})

describe('a file of an unsupported type', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['SVG', async () => Buffer.from(svg)],
    ['HTML', async () => Buffer.from('<!doctype html><h1>Hello</h1>')],
    ['GIF', () => quartersAs('gif')],
    ['nothing', async () => Buffer.alloc(0)],
  ])('%s is refused as unsupported', async (_, make) => {
    await expect(images.put(await make())).rejects.toMatchObject({
      name: 'ImageRefusedError',
      reason: 'unsupported',
    })
    expect(await readdir(dir)).toEqual([])
  })

  test('does not keep the next picture from being accepted', async () => {
    const [refused, taken] = await Promise.allSettled([
      images.put(Buffer.from(svg)),
      images.put(await quartersAs('png')),
    ])
    expect([refused.status, taken.status]).toEqual(['rejected', 'fulfilled'])
  })
})

describe('a picture', () => {
  test('is served as cacheable forever, with its own type', async () => {
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

  test('is served as 304 when it is cached, and as headers for HEAD', async () => {
    const { url } = await images.put(await quartersAs('png'))
    const etag = (await get(url))?.headers.get('ETag') ?? ''
    expect((await get(url, { headers: { 'If-None-Match': etag } }))?.status).toBe(304)
    const head = await get(url, { method: 'HEAD' })
    expect(Number(head?.headers.get('Content-Length'))).toBe((await servedBytes(url)).length)
    expect(await head?.text()).toBe('')
    expect(await get(url, { method: 'POST' })).toBeNull()
  })

  test('is served only if it is stored: no other file of the folder, and no other spelling of a URL', async () => {
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

test('the URL of a picture that was never stored is not our own', async () => {
  expect(await owns(db, `/images/${'0'.repeat(32)}-400x300.webp`)).toBe(false)
  expect(await owns(db, 'https://example.com/a.webp')).toBe(false)
})

describe('a picture that was encoded before', () => {
  const otherStore = () =>
    createStoredImages({
      files: storedFiles(path.join(dir, 'other')),
      records: createImageRecords(db),
      place: 'disk',
    })

  test('is imported with all its files', async () => {
    const { url } = await images.put(await quartersAs('png', 500, 250))
    const store = otherStore()
    expect(await store.addEncodedPicture(url, storedFiles(dir))).toEqual({ url, width: 500, height: 250 })
    const files = (await readdir(dir)).filter((file) => file !== 'other')
    expect((await readdir(path.join(dir, 'other'))).toSorted()).toEqual(files.toSorted())
  })

  test('is not imported when it is damaged or missing', async () => {
    const { url } = await images.put(await quartersAs('png', 500, 250))
    const store = otherStore()
    await writeFile(
      path.join(dir, `${url.slice('/images/'.length, -'.webp'.length)}-500.webp`),
      'something else',
    )
    await expect(store.addEncodedPicture(url, storedFiles(dir))).rejects.toThrow('missing or damaged')
    await expect(store.addEncodedPicture(url, storedFiles(path.join(dir, 'nowhere')))).rejects.toThrow(
      'missing or damaged',
    )
    await expect(store.addEncodedPicture('/images/../secret.webp', storedFiles(dir))).rejects.toThrow(
      'not the URL',
    )
  })
})
