import { deflateSync, crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Pictures like those that users and attackers upload, for tests. */

/**
 * A picture of four different quarters (red, green / blue, white), so that every rotation and mirroring is
 * visible. Sizes in px.
 */
export function quarters(width = 400, height = 300): Sharp {
  const quarter = (background: string, left: number, top: number) => ({
    input: {
      create: {
        width: Math.ceil(width / 2),
        height: Math.ceil(height / 2),
        channels: 3 as const,
        background,
      },
    },
    left,
    top,
  })
  const [x, y] = [Math.floor(width / 2), Math.floor(height / 2)]
  return sharp({ create: { width, height, channels: 3, background: '#888888' } }).composite([
    quarter('#ff0000', 0, 0),
    quarter('#00ff00', x, 0),
    quarter('#0000ff', 0, y),
    quarter('#ffffff', x, y),
  ])
}

/** The picture of four quarters, encoded in one format. */
export function quartersAs(
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif',
  width?: number,
  height?: number,
): Promise<Buffer> {
  return quarters(width, height).toFormat(format).toBuffer()
}

/** Reads the colors at the middle of each quarter as letters: R, G, B, W, or ? for anything else. */
export async function colorsOf(bytes: Uint8Array): Promise<string> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (fx: number, fy: number) => {
    const start = (Math.floor(info.height * fy) * info.width + Math.floor(info.width * fx)) * info.channels
    const bits = [...data.subarray(start, start + 3)]
      .map((value) => (value > 200 ? 1 : value < 60 ? 0 : '?'))
      .join('')
    return { '100': 'R', '010': 'G', '001': 'B', '111': 'W' }[bits] ?? '?'
  }
  return at(0.25, 0.25) + at(0.75, 0.25) + at(0.25, 0.75) + at(0.75, 0.75)
}

/** A PNG of one color, generated without holding its pixels: 30,000 × 30,000 px are about 110 KB. */
export function plainPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit per pixel, greyscale.
  header[8] = 1
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Uploads a picture to a store as an admin; returns its URL as the store gives it. */
export async function uploadPicture(storeUrl: string, token: string): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await quartersAs('png', 640, 480))]), 'part.png')
  const headers = { Authorization: `Bearer ${token}` }
  const uploaded = await fetch(`${storeUrl}/images`, { method: 'POST', body: form, headers })
  if (uploaded.status !== 201) throw new Error(`The picture was refused: ${await uploaded.text()}`)
  return ((await uploaded.json()) as { data: { url: string } }).data.url
}
