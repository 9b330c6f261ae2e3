import { z } from 'zod'

/**
 * A request to the picture process: all widths as AVIF and WebP, or one WebP at full stored size, within this
 * much processor time.
 */
export type EncodeRequest = { bytes: Uint8Array; want: 'every width' | 'one webp'; processorMs: number }

const Bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)
const Pixels = z.int().min(1).max(9999)

/** The response of the picture process. Sizes in px; `width` × `height` is the largest variant. */
export const EncodeResponse = z.union([
  z.object({
    width: Pixels,
    height: Pixels,
    variants: z.array(z.object({ width: Pixels, format: z.enum(['avif', 'webp']), bytes: Bytes })),
  }),
  z.object({ refused: z.enum(['unsupported', 'unreadable']), message: z.string() }),
])

/** A picture re-encoded by our encoder. */
export type EncodedPicture = Exclude<z.output<typeof EncodeResponse>, { refused: string }>
