/**
 * Builds and parses the URLs of our own pictures. Pure: the browser makes its `<picture>` from them, the
 * server its files.
 *
 * A key is `<hash>-<width>x<height>`: the size is part of the URL, so that a page can reserve the right space
 * and list exactly the widths that exist without a request.
 */
import * as paths from '#paths.ts'

/** Widths in px in which pictures are stored, up to their own. */
const widthSteps = [320, 480, 640, 960, 1280] as const

/** Largest stored width, in px. */
export const MAX_STORED_WIDTH = 1280
/** Largest stored height, in px. */
export const MAX_STORED_HEIGHT = 2560

/** Width in px that the plain URL (without a width) serves, or the next smaller stored one. */
const DEFAULT_WIDTH = 960

const ownUrl = /^\/images\/(?<key>[0-9a-f]{32}-(?<width>[1-9]\d{0,3})x(?<height>[1-9]\d{0,3}))\.webp$/

/** The key and largest size (px) in the URL of one of our own pictures. */
type OwnPicture = { key: string; width: number; height: number }

/** The URLs of a picture for browsers. A foreign picture has `src` only, as has the drawing for none. */
type PictureSources = {
  src: string
  /** `srcset` values with widths, best format first; both have the widest. */
  avif?: string
  webp?: string
  /** Largest size in px, which reserves the space before the picture loads. */
  width?: number
  height?: number
}

/** The URL that is stored with a product: `/images/<key>.webp`. */
export function pictureUrl(key: string): string {
  return paths.picture(`${key}.webp`)
}

/** Reads one of our own URLs; null for any other text. The picture may not exist. */
export function readPictureUrl(url: string): OwnPicture | null {
  const found = ownUrl.exec(url)?.groups
  if (!found?.key) return null
  return { key: found.key, width: Number(found.width), height: Number(found.height) }
}

/**
 * The stored widths (px) of a picture of this largest width (px), ascending; the last is its own. Never
 * enlarged.
 */
export function storedWidths(width: number): readonly number[] {
  return [...widthSteps.filter((step) => step < width), width]
}

/** The stored width (px) that the plain URL serves. */
export function plainWidth(width: number): number {
  return storedWidths(width).findLast((stored) => stored <= DEFAULT_WIDTH) ?? width
}

/**
 * The content of a `<picture>`: for our own URLs (including the absolute form in which the API returns them),
 * AVIF in every stored width and WebP in every second one; for all others (a hosted image service), just the
 * URL, and for a blank one a drawing.
 * @param base where the files of our own pictures are loaded from: `ImageStore.publicBase`.
 * @param widest width in px beyond which files are omitted, for pictures that are never shown larger; at
 * least 320.
 */
export function pictureSources(url: string, base = '', widest: number = MAX_STORED_WIDTH): PictureSources {
  const own = readAnyPictureUrl(url)
  if (!own) return { src: url || paths.noPicture }
  const widths = storedWidths(own.width).filter((width) => width <= widest)
  const srcset = (format: 'avif' | 'webp', widths: readonly number[]) =>
    widths.map((width) => `${base}${paths.picture(`${own.key}-${width}.${format}`)} ${width}w`).join(', ')
  return {
    // A bucket has files of this width, but does not serve the plain URL.
    src: base === '' ? pictureUrl(own.key) : base + paths.picture(`${own.key}-${plainWidth(own.width)}.webp`),
    avif: srcset('avif', widths),
    // For the few browsers without AVIF: omitting every other width makes a page with many parts 10% smaller.
    webp: srcset(
      'webp',
      widths.filter((_, at) => (widths.length - at) % 2 === 1),
    ),
    width: own.width,
    height: own.height,
  }
}

/**
 * The content of a `<picture>` of at most 320 px, without the long lists of all widths; a page may have many.
 */
export function thumbnailSources(url: string, base = ''): { src: string; avif?: string } {
  const own = readAnyPictureUrl(url)
  if (!own) return { src: url || paths.noPicture }
  const [small, sharp = small] = storedWidths(own.width)
  return {
    src: base + paths.picture(`${own.key}-${small}.webp`),
    avif: `${base}${paths.picture(`${own.key}-${small}.avif`)}, ${base}${paths.picture(`${own.key}-${sharp}.avif`)} 1.5x`,
  }
}

/** Reads one of our own URLs, including the absolute form in which the API returns it. */
function readAnyPictureUrl(url: string): OwnPicture | null {
  return readPictureUrl(URL.canParse(url) ? new URL(url).pathname : url)
}
