import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { imagesForEachTest, owns, type TestImages } from '../support/test-images.ts'
import { colorsOf, plainPng, quarters, quartersAs } from '../support/test-pictures.ts'

let db: TestImages['db']
let dir: string
let images: TestImages['images']
let servedBytes: TestImages['servedBytes']
imagesForEachTest((fresh) => ({ db, dir, images, servedBytes } = fresh))

describe('a stored picture', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)('may be %s and looks the same', async (format) => {
    const stored = await images.put(await quartersAs(format))
    expect(stored).toMatchObject({ width: 400, height: 300 })
    expect(stored.url).toMatch(/^\/images\/[0-9a-f]{32}-400x300\.webp$/)
    expect(await colorsOf(await servedBytes(stored.url))).toBe('RGBW')
    expect(await owns(db, stored.url)).toBe(true)
  })

  test('is stored as AVIF and WebP in every width up to its own, and never enlarged', async () => {
    const { url } = await images.put(await quartersAs('jpeg', 700, 350))
    const key = url.slice('/images/'.length, -'.webp'.length)
    const files = [320, 480, 640, 700].flatMap((width) => [`${key}-${width}.avif`, `${key}-${width}.webp`])
    expect((await readdir(dir)).toSorted()).toEqual(files.toSorted())
    for (const file of files) {
      const bytes = await servedBytes(`/images/${file}`)
      const meta = await sharp(bytes).metadata()
      expect(`${key}-${meta.width}.${meta.format === 'heif' ? 'avif' : meta.format}`).toBe(file)
      expect(meta.height).toBe(meta.width / 2)
      expect(await colorsOf(bytes)).toBe('RGBW')
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
  ])('with EXIF orientation %i is turned upright', async (orientation, colors) => {
    const stored = await images.put(await quarters(1400, 700).jpeg().withMetadata({ orientation }).toBuffer())
    expect(stored).toMatchObject(
      orientation < 5 ? { width: 1280, height: 640 } : { width: 700, height: 1400 },
    )
    expect(await colorsOf(await servedBytes(stored.url))).toBe(colors)
  })

  test('loses its camera, its location and all other metadata', async () => {
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
    expect(await owns(db, url)).toBe(true)
  })

  test('retains its transparency', async () => {
    const sent = await sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const { url } = await images.put(sent)
    expect((await sharp(await servedBytes(url)).stats()).isOpaque).toBe(false)
  })

  test.each(['b-w', 'cmyk', 'rgb16'])('may have the colors of %s', async (space) => {
    const make = quarters().toColorspace(space)
    const sent = await (space === 'rgb16' ? make.png() : make.jpeg()).toBuffer()
    const { url } = await images.put(sent)
    expect((await sharp(await servedBytes(url)).metadata()).space).toBe('srgb')
  })

  test('is one picture at one URL when stored twice', async () => {
    const first = await images.put(await quartersAs('png'))
    const files = await readdir(dir)
    expect(await images.put(await quartersAs('png'))).toEqual(first)
    expect(await readdir(dir)).toEqual(files)
    expect(await images.put(await quartersAs('png', 401))).not.toEqual(first)
  })

  test('is accepted twenty times when stored twenty times concurrently, and leaves no unfinished file', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, (_, i) => quartersAs('png', 60 + (i % 10), 40)))
    const stored = await Promise.all(sent.map((bytes) => images.put(bytes)))
    expect(new Set(stored.map((image) => image.url)).size).toBe(10)
    for (const { url } of stored) expect(await colorsOf(await servedBytes(url))).toBe('RGBW')
    expect(await readdir(dir)).toHaveLength(20)
  })

  test('is accepted with exactly 24 megapixels', async () => {
    expect(await images.put(plainPng(6000, 4000))).toMatchObject({ width: 1280, height: 853 })
  })
})
