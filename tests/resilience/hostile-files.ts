import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { crc32, createDeflate, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { quarters, quartersAs } from '../support/test-pictures.ts'

/** Files that attack decoders, storage or readers. Sizes in px. */

/** The color types of a PNG: number of channels, and their number in the header. */
const COLOR_TYPES = { rgb: [3, 2], rgba: [4, 6] } as const

type PngHeader = {
  width: number
  height: number
  depth: 8 | 16
  color: keyof typeof COLOR_TYPES
  interlaced?: boolean
}

/** A chunk of a PNG with its checksum, or with a wrong one. */
function pngChunk(type: string, body: Buffer, rightSum = true): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(rightSum ? named : Buffer.concat([named, Buffer.from('x')])))
  return Buffer.concat([length, named, sum])
}

function pngHeader({ width, height, depth, color, interlaced = false }: PngHeader): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = COLOR_TYPES[color][1]
  header[12] = interlaced ? 1 : 0
  return pngChunk('IHDR', header)
}

const pngOf = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, pngChunk('IEND', Buffer.alloc(0))])

/** Compressed zeros, created in constant memory. */
async function zeros(bytes: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 6 })
  const made: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => made.push(chunk))
  const block = Buffer.alloc(1 << 20)
  for (let left = bytes; left > 0; left -= block.length)
    if (!deflate.write(left < block.length ? block.subarray(0, left) : block)) await once(deflate, 'drain')
  deflate.end()
  await once(deflate, 'end')
  return Buffer.concat(made)
}

/** A complete black PNG of any depth. */
export async function blackPng(header: PngHeader): Promise<Buffer> {
  const row = 1 + (header.width * COLOR_TYPES[header.color][0] * header.depth) / 8
  return pngOf(pngHeader(header), pngChunk('IDAT', await zeros(row * header.height)))
}

/** A PNG whose header promises pixels that are missing. */
export function promisingPng(header: PngHeader): Buffer {
  return pngOf(pngHeader(header), pngChunk('IDAT', deflateSync(Buffer.alloc(1000))))
}

const SMALL = { width: 40, height: 30, depth: 8, color: 'rgb' } as const
const smallRows = deflateSync(Buffer.alloc(SMALL.height * (1 + SMALL.width * 3)))

/** A valid small PNG with an additional chunk. */
export function pngWith(type: string, body: Buffer): Buffer {
  return pngOf(pngHeader(SMALL), pngChunk(type, body), pngChunk('IDAT', smallRows))
}

/** A color profile of 200 KB that unpacks to 200 MB. */
export async function pngWithProfileBomb(): Promise<Buffer> {
  return pngWith('iCCP', Buffer.concat([Buffer.from('bomb\0\0', 'latin1'), await zeros(200_000_000)]))
}

/** A PNG of 4 MB with texts that unpack to 4 GB. */
export function pngWithTextBombs(): Buffer {
  const text = Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(8_000_000))])
  const bombs = Array.from({ length: 500 }, () => pngChunk('zTXt', text))
  return pngOf(pngHeader(SMALL), ...bombs, pngChunk('IDAT', smallRows))
}

/** A PNG whose pixels have a wrong checksum. */
export function pngWithWrongSum(): Buffer {
  return pngOf(pngHeader(SMALL), pngChunk('IDAT', smallRows, false))
}

/** An animated PNG of many frames. */
export function animatedPng(frames: number): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames)
  const rest = Array.from({ length: frames }, (_, frame) => {
    const place = Buffer.alloc(26)
    place.writeUInt32BE(frame * 2, 0)
    place.writeUInt32BE(SMALL.width, 4)
    place.writeUInt32BE(SMALL.height, 8)
    const number = Buffer.alloc(4)
    number.writeUInt32BE(frame * 2 + 1)
    return [pngChunk('fcTL', place), pngChunk('fdAT', Buffer.concat([number, smallRows]))]
  })
  return pngOf(pngHeader(SMALL), pngChunk('acTL', control), pngChunk('IDAT', smallRows), ...rest.flat())
}

/** An animated WebP of many frames. */
export function animatedWebp(frames: number): Promise<Buffer> {
  const [width, height] = [16, 16]
  const pixels = randomBytes(width * height * 3 * frames)
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .webp({ effort: 0 })
    .toBuffer()
}

/** A WebP whose header promises 16,383 × 16,383 px. */
export async function promisingWebp(): Promise<Buffer> {
  const bytes = await quarters(40, 30).webp({ lossless: true }).toBuffer()
  // After the chunk's name, length and signature: 14 bits of width and 14 of height, each minus one.
  const at = bytes.indexOf('VP8L') + 9
  bytes.writeUInt32LE(((bytes.readUInt32LE(at) & 0xf0000000) | 0x0ffebffe) >>> 0, at)
  return bytes
}

/** An AVIF that claims to be larger than its pixels. */
export async function promisingAvif(width: number, height: number, bitdepth: 8 | 12): Promise<Buffer> {
  const picture = bitdepth === 12 ? quarters(64, 48).toColorspace('rgb16') : quarters(64, 48)
  const bytes = await picture.avif({ effort: 0, bitdepth }).toBuffer()
  const at = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(width, at)
  bytes.writeUInt32BE(height, at + 4)
  return bytes
}

/** A progressive JPEG whose last scan is repeated many times. */
export async function jpegOfScans(scans: number): Promise<Buffer> {
  const bytes = await quarters(800, 600).jpeg({ progressive: true }).toBuffer()
  const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = bytes.subarray(last, -2)
  const repeated = Array.from({ length: scans }, () => scan)
  return Buffer.concat([bytes.subarray(0, last), ...repeated, bytes.subarray(-2)])
}

/** Noise as a progressive JPEG: it does not compress. */
export function noise(width: number, height: number, quality: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:4:4', progressive: true })
    .toBuffer()
}

/** A picture with a file for another program appended. */
export async function jpegWithTail(tail: string): Promise<Buffer> {
  return Buffer.concat([await quartersAs('jpeg'), Buffer.from(tail, 'latin1')])
}

/** A JPEG with a comment in its header. */
export async function jpegWithComment(text: string): Promise<Buffer> {
  const bytes = await quartersAs('jpeg')
  const comment = Buffer.alloc(4)
  comment.writeUInt16BE(0xfffe, 0)
  comment.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([bytes.subarray(0, 2), comment, Buffer.from(text, 'latin1'), bytes.subarray(2)])
}

/** The first half of a file. */
export function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}
