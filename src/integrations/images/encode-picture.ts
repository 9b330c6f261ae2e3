// The picture process, which run-picture-process.ts starts for one picture: it receives the bytes, sends the
// variants, and exits.
import { ImageRefusedError } from '#domain/products/image-store.ts'
import { storedWidths } from '#domain/products/picture-sources.ts'
import type { EncodeRequest, EncodedPicture } from './encoded-picture.ts'
import { decodePicture, fromPixels, type Pixels } from './picture-pixels.ts'

// The response has arrived, or the store has ended.
process.once('disconnect', () => process.exit())

process.once('message', async (request: EncodeRequest) => {
  endAfter(request.processorMs)
  const response = await encode(request).catch((error: unknown) => {
    if (error instanceof ImageRefusedError) return { refused: error.reason, message: error.message }
    throw error
  })
  process.send?.(response)
})

async function encode({ bytes, want }: EncodeRequest): Promise<EncodedPicture> {
  const pixels = await decodePicture(bytes)
  const { width, height } = pixels
  if (want === 'one webp') return { width, height, variants: [await encodeAs('webp', pixels, width)] }
  const variants = []
  for (const stored of storedWidths(width))
    variants.push(await encodeAs('webp', pixels, stored), await encodeAs('avif', pixels, stored))
  return { width, height, variants }
}

/**
 * Kills this process once it has used this much processor time: an orderly exit would wait for the decoder.
 */
function endAfter(processorMs: number): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if ((user + system) / 1_000 > processorMs) process.kill(process.pid, 'SIGKILL')
  }, 100).unref()
}

// The same pixels must always result in the same bytes, from which the content key is derived.
const OPTIONS = {
  webp: { quality: 76, effort: 4, smartSubsample: true },
  // Effort 2: all widths of a phone's photo take half a second; effort 4 takes four times as long for 5%
  // fewer bytes.
  avif: { quality: 52, effort: 2 },
}

async function encodeAs(
  format: 'avif' | 'webp',
  pixels: Pixels,
  width: number,
): Promise<EncodedPicture['variants'][number]> {
  const start = fromPixels(pixels)
  const sized = width < pixels.width ? start.resize({ width }) : start
  return { width, format, bytes: Uint8Array.from(await sized.toFormat(format, OPTIONS[format]).toBuffer()) }
}
