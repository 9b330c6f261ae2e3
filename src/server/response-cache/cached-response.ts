import { promisify } from 'node:util'
import { brotliCompress, type BrotliOptions, constants, gzip } from 'node:zlib'
import type { Snapshot } from './tagged-cache.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Below this size in bytes, compression costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1024

/** Brotli's quality: takes 3 ms for a page. The best takes 100 ms for a tenth less. */
const BROTLI_QUALITY = 5

/** Headers, Content-Length included, with their body. */
export type EncodedBody = { headers: Record<string, string>; body: Buffer }

/** A response buffered in memory, in each encoding that was requested so far. */
export type CachedResponse = {
  plain: EncodedBody
  encoded: Partial<Record<Encoding, EncodedBody | Promise<EncodedBody>>>
  /** Called whenever its size in memory has changed. */
  onResize: (() => void) | null
}

/** A stored response with the tags of what it shows, and the snapshot from before it was created. */
export type CacheEntry = CachedResponse & { tags: readonly string[]; since: Snapshot }

type Encoding = 'br' | 'gzip'

/** Matches an Accept-Encoding header that refuses an encoding. */
const REFUSED: Record<Encoding, RegExp> = {
  br: /\bbr\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/,
  gzip: /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/,
}

/**
 * Buffers a 200, so that it can be sent any number of times. The request id is removed, since it identifies
 * one request.
 */
export async function bufferResponse(response: Response): Promise<CachedResponse> {
  const headers = Object.fromEntries(response.headers)
  delete headers['x-request-id']
  headers.vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ')
  const plain = withLength(headers, Buffer.from(await response.arrayBuffer()))
  return { plain, encoded: {}, onResize: null }
}

/** The response in the best encoding that the client accepts: immediately if it was encoded before. */
export function encodeFor(
  cached: CachedResponse,
  accepted: string | undefined,
): EncodedBody | Promise<EncodedBody> {
  const { plain, encoded } = cached
  const encoding =
    accepted === undefined || plain.body.length < MIN_COMPRESSED_BYTES ? null : chooseEncoding(accepted)
  if (!encoding) return plain
  return (encoded[encoding] ??= encode(cached, encoding))
}

function chooseEncoding(accepted: string): Encoding | null {
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : null
}

/** Whether an Accept-Encoding header lists an encoding without refusing it. */
function accepts(accepted: string, encoding: Encoding): boolean {
  return accepted.includes(encoding) && !REFUSED[encoding].test(accepted)
}

/** Bytes of the response in all its encodings. */
export function bytesOf({ plain, encoded }: CachedResponse): number {
  const bodies = [plain, ...Object.values(encoded)].map((one) => ('body' in one ? one.body.length : 0))
  return bodies.reduce((sum, length) => sum + length, 0)
}

async function encode(cached: CachedResponse, encoding: Encoding): Promise<EncodedBody> {
  const { plain, encoded } = cached
  const body = await compress(plain.body, encoding)
  const done = withLength({ ...plain.headers, 'content-encoding': encoding }, body)
  encoded[encoding] = done
  cached.onResize?.()
  return done
}

function withLength(headers: Record<string, string>, body: Buffer): EncodedBody {
  return { headers: { ...headers, 'content-length': String(body.length) }, body }
}

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const compressed = await (encoding === 'gzip' ? gzipped(body) : brotli(body, brotliOptions(body)))
  // zlib returns a view of 64 KiB, and small buffers share such a pool: the cache would hold all of it.
  return Buffer.from(new Uint8Array(compressed).buffer)
}

/** The window is as large as the body: the default of 4 MiB costs memory and time. */
function brotliOptions({ length }: Buffer): BrotliOptions {
  const { BROTLI_MIN_WINDOW_BITS: min, BROTLI_MAX_WINDOW_BITS: max } = constants
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(Math.ceil(Math.log2(length + 16)), min), max),
    },
  }
}
