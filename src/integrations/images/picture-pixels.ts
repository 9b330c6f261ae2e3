import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { ImageRefusedError, MAX_IMAGE_PIXELS } from '#domain/products/image-store.ts'
import { MAX_STORED_HEIGHT, MAX_STORED_WIDTH } from '#domain/products/picture-sources.ts'

// One thread and no cache: the other core serves requests.
sharp.concurrency(1)
sharp.cache(false)
// Only these four decoders see untrusted bytes; SVG, PDF, GIF and TIFF code is out of reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

/** An upright sRGB picture without metadata, 8 bits per channel, at most 1280 × 2560 px. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 }

/**
 * Maximum bytes that a decoder may need for the pixels alone; the picture process as a whole stays below 260
 * MB.
 */
export const MAX_DECODING_BYTES = 136_000_000

/**
 * Decodes a picture. Only for the picture process, which exits afterwards.
 * @throws ImageRefusedError when the bytes are not a whole PNG, JPEG, WebP or AVIF of at most 24 megapixels,
 * or cannot be decoded within MAX_DECODING_BYTES (AVIF above 8.5 megapixels, interlaced PNG with 16 bits).
 */
export async function decodePicture(uploaded: Uint8Array): Promise<Pixels> {
  const format = pictureFormat(uploaded)
  if (!format) throw unsupported()
  const bytes = format === 'png' ? withoutTexts(uploaded) : uploaded
  const options: SharpOptions = { failOn: 'error', sequentialRead: true, animated: false }
  const meta = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(unreadable)
  if (meta.format !== format || (format === 'heif' && meta.compression !== 'av1')) throw unsupported()
  if (meta.width * meta.height > MAX_IMAGE_PIXELS)
    throw new ImageRefusedError(
      'unreadable',
      'This picture has more than 24 megapixels. Make it smaller and send it again.',
    )
  if (decodingBytes(meta) > MAX_DECODING_BYTES)
    throw new ImageRefusedError(
      'unreadable',
      'This picture takes too much memory to open. Make it smaller, or save it as a plain JPEG, and send it again.',
    )

  // Shrink before rotating: rotating needs the whole picture in memory.
  const sideways = (meta.orientation ?? 1) >= 5
  const { data, info } = await sharp(bytes, { ...options, limitInputPixels: MAX_IMAGE_PIXELS })
    .resize({
      width: sideways ? MAX_STORED_HEIGHT : MAX_STORED_WIDTH,
      height: sideways ? MAX_STORED_WIDTH : MAX_STORED_HEIGHT,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColorspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable)
  return upright(
    { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 },
    meta,
  )
}

/**
 * Peak memory of the decoder in bytes, from the header alone. Sequential rows need almost none; AVIF is
 * decoded whole and copied from plane to plane (measured), and interlaced or progressive pictures are
 * complete only at the end.
 */
function decodingBytes({ format, width, height, channels, bitsPerSample = 8, ...meta }: Metadata): number {
  const pixels = width * height
  if (format === 'heif') return pixels * (bitsPerSample > 8 ? 24 : 16)
  if (format === 'webp') return pixels * 4
  if (!meta.isProgressive) return 0
  if (format === 'png') return (pixels * channels * bitsPerSample * 1.25) / 8
  // A JPEG's coefficients take two bytes each; with 4:2:0 the two color planes are a quarter of the size.
  return pixels * (meta.chromaSubsampling === '4:2:0' ? 1.5 : channels) * 2
}

const TEXT_CHUNKS = ['tEXt', 'zTXt', 'iTXt']

/**
 * A PNG without its texts, which are not kept: the decoder would unpack 5 MB of them to 5 GB. Chunks:
 * https://www.w3.org/TR/png-3/#5Chunk-layout
 */
function withoutTexts(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.length)
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8, next = 8; at + 8 <= bytes.length; at = next) {
    next = at + 12 + bytes.readUInt32BE(at)
    if (!TEXT_CHUNKS.includes(bytes.toString('latin1', at + 4, at + 8))) kept.push(bytes.subarray(at, next))
  }
  return Buffer.concat(kept)
}

/** The format by the first bytes; null for any but the four accepted formats. */
function pictureFormat(bytes: Uint8Array): Metadata['format'] | null {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp'
  if (start.startsWith('ftyp', 4) && /avi[fs]/.test(start.slice(8))) return 'heif'
  return null
}

/** The steps that undo each EXIF orientation: quarter turns clockwise, then mirrored left to right. */
const stepsUpright: Record<number, { angle: 0 | 90 | 180 | 270; mirror: boolean }> = {
  2: { angle: 0, mirror: true },
  3: { angle: 180, mirror: false },
  4: { angle: 180, mirror: true },
  5: { angle: 90, mirror: true },
  6: { angle: 90, mirror: false },
  7: { angle: 270, mirror: true },
  8: { angle: 270, mirror: false },
}

async function upright(pixels: Pixels, { orientation }: Metadata): Promise<Pixels> {
  const steps = stepsUpright[orientation ?? 1]
  if (!steps) return pixels
  const turned = fromPixels(pixels).rotate(steps.angle)
  // Two pipelines: a single one would mirror before it rotates.
  const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true })
  const result = { ...pixels, data, width: info.width, height: info.height }
  return steps.mirror ? { ...result, data: await fromPixels(result).flop().raw().toBuffer() } : result
}

export function fromPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

function unsupported(): ImageRefusedError {
  return new ImageRefusedError(
    'unsupported',
    'This file is not a PNG, JPEG, WebP or AVIF picture. Choose another file.',
  )
}

function unreadable(cause: unknown): never {
  throw new ImageRefusedError(
    'unreadable',
    'This picture is damaged and cannot be read. Save it again as a new file and upload that.',
    { cause },
  )
}
