import { expect, test } from 'vitest'
import { pictureSources, plainWidth, readPictureUrl, thumbnailSources } from './picture-sources.ts'

const hash = '0123456789abcdef0123456789abcdef'

test('a picture of ours is listed in AVIF in every width up to its own, and in WebP in every second from it', () => {
  const url = `/images/${hash}-1000x750.webp`
  const widths = [320, 480, 640, 960, 1000]
  expect(pictureSources(url)).toEqual({
    src: url,
    avif: widths.map((width) => `/images/${hash}-1000x750-${width}.avif ${width}w`).join(', '),
    webp: [320, 640, 1000].map((width) => `/images/${hash}-1000x750-${width}.webp ${width}w`).join(', '),
    width: 1000,
    height: 750,
  })
})

test('a picture that is never shown large omits the wide files', () => {
  const { src, avif } = pictureSources(`/images/${hash}-1200x900.webp`, '', 640)
  expect(avif).toBe(
    [320, 480, 640].map((width) => `/images/${hash}-1200x900-${width}.avif ${width}w`).join(', '),
  )
  expect(src).toBe(`/images/${hash}-1200x900.webp`)
})

test('pictures in a bucket use its file URLs: only the store itself serves the plain URL', () => {
  const base = 'https://cdn.example.com/parts'
  const { src, webp } = pictureSources(`/images/${hash}-1000x750.webp`, base)
  expect(src).toBe(`${base}/images/${hash}-1000x750-960.webp`)
  expect(webp?.split(', ')[0]).toBe(`${base}/images/${hash}-1000x750-320.webp 320w`)
  expect(thumbnailSources(`/images/${hash}-1000x750.webp`, base).src).toBe(
    `${base}/images/${hash}-1000x750-320.webp`,
  )
  expect(pictureSources('https://i.example.com/a.jpg', base)).toEqual({ src: 'https://i.example.com/a.jpg' })
})

test('a part without a picture is shown as a drawing, from the store itself', () => {
  expect(pictureSources('', 'https://cdn.example.com')).toEqual({ src: '/no-picture.svg' })
  expect(thumbnailSources('', 'https://cdn.example.com')).toEqual({ src: '/no-picture.svg' })
})

test('a picture smaller than every step is listed in its own width only', () => {
  expect(pictureSources(`/images/${hash}-100x40.webp`).avif).toBe(`/images/${hash}-100x40-100.avif 100w`)
})

test('a foreign picture has only its URL', () => {
  expect(pictureSources('https://i.example.com/a.jpg')).toEqual({ src: 'https://i.example.com/a.jpg' })
})

test.each([
  `/images/${hash}-1000x750-640.webp`,
  `/images/${hash.toUpperCase()}-1000x750.webp`,
  `/images/${hash}-1000x750.webp?x`,
  `/images/${hash}-1000x750.webp\n`,
  `/images/../${hash}-1000x750.webp`,
  `/images/${hash}-0x750.webp`,
  `https://evil.example/images/${hash}-1000x750.webp`,
  `//evil.example/images/${hash}-1000x750.webp`,
  '',
])('%j is not the URL of one of our pictures', (url) => {
  expect(readPictureUrl(url)).toBeNull()
})

test('the plain URL serves a medium width', () => {
  expect([1280, 1000, 960, 959, 640, 100].map(plainWidth)).toEqual([960, 960, 960, 959, 640, 100])
})

test('an absolute URL of ours has the same sources as its path', () => {
  const path = `/images/${'0'.repeat(32)}-400x300.webp`
  expect(pictureSources(`https://shop.example.com${path}`)).toEqual(pictureSources(path))
})

test('a thumbnail is the smallest picture, and the next one for sharp screens', () => {
  const key = `${hash}-1000x750`
  expect(thumbnailSources(`/images/${key}.webp`)).toEqual({
    src: `/images/${key}-320.webp`,
    avif: `/images/${key}-320.avif, /images/${key}-480.avif 1.5x`,
  })
  expect(thumbnailSources(`/images/${hash}-100x40.webp`).src).toBe(`/images/${hash}-100x40-100.webp`)
  expect(thumbnailSources('https://i.example.com/a.jpg')).toEqual({ src: 'https://i.example.com/a.jpg' })
})
