// The process that `encode-picture.ts` starts for one picture: it receives the bytes, sends the variants, and exits.
import { ImageRefused } from '#domain/products/image-store.ts'
import { storedWidths } from '#domain/products/picture-sources.ts'
import type { EncodeRequest, EncodedPicture } from './encoded-picture.ts'
import { decodePicture, fromPixels, type Pixels } from './picture-pixels.ts'

// The response has arrived, or the store has ended.
process.once('disconnect', () => process.exit())

process.once('message', async (request: EncodeRequest) => {
  endAfter(request.processorMs)
  const answer = await encode(request).catch((error: unknown) => {
    if (error instanceof ImageRefused) return { refused: error.reason, message: error.message }
    throw error
  })
  process.send?.(answer)
})

async function encode({ bytes, want }: EncodeRequest): Promise<EncodedPicture> {
  const pixels = await decodePicture(bytes)
  const { width, height } = pixels
  if (want === 'one webp') return { width, height, variants: [await encodeWebp(pixels, width)] }
  const variants = []
  for (const stored of storedWidths(width))
    variants.push(await encodeWebp(pixels, stored), await encodeAvif(pixels, stored))
  return { width, height, variants }
}

/** Kills this process once it has used this much processor time: an orderly exit would wait for the decoder. */
function endAfter(processorMs: number): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if ((user + system) / 1000 > processorMs) process.kill(process.pid, 'SIGKILL')
  }, 100).unref()
}

type Variant = EncodedPicture['variants'][number]

// The same pixels always give the same bytes: the content key is made from them.
async function encodeWebp(pixels: Pixels, width: number): Promise<Variant> {
  const options = { quality: 76, effort: 4, smartSubsample: true }
  return {
    width,
    format: 'webp',
    bytes: Uint8Array.from(await atWidth(pixels, width).webp(options).toBuffer()),
  }
}

// Effort 2: all widths of a phone's photo take half a second; effort 4 takes four times as long for 5% fewer bytes.
async function encodeAvif(pixels: Pixels, width: number): Promise<Variant> {
  const options = { quality: 52, effort: 2 }
  return {
    width,
    format: 'avif',
    bytes: Uint8Array.from(await atWidth(pixels, width).avif(options).toBuffer()),
  }
}

function atWidth(pixels: Pixels, width: number) {
  const start = fromPixels(pixels)
  return width < pixels.width ? start.resize({ width }) : start
}
