import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Below this many bytes compression costs more than it saves. */
const WORTH_COMPRESSING = 1024

/** An answer that is complete in memory, in each encoding that was asked for so far. */
export type WholeAnswer = {
  headers: Record<string, string>
  plain: Buffer
  encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

type Encoding = 'br' | 'gzip'

/** Takes a 200 apart, so that it can be sent any number of times. The request id belongs to one sending only. */
export async function takeWhole(response: Response): Promise<WholeAnswer> {
  const headers = Object.fromEntries(response.headers)
  delete headers['content-length']
  delete headers['x-request-id']
  headers.vary = 'Accept-Encoding'
  return { headers, plain: Buffer.from(await response.arrayBuffer()), encoded: {} }
}

/** The bytes and the headers in the best encoding that the other side takes. */
export async function encodeFor(
  answer: WholeAnswer,
  accepted: string | undefined,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const encoding =
    accepted === undefined || answer.plain.length < WORTH_COMPRESSING ? null : chooseEncoding(accepted)
  if (!encoding) return { headers: answer.headers, body: answer.plain }
  const body = await (answer.encoded[encoding] ??= compress(answer.plain, encoding))
  return { headers: { ...answer.headers, 'content-encoding': encoding }, body }
}

function chooseEncoding(accepted: string): Encoding | null {
  const refused = (name: string) =>
    new RegExp(String.raw`\b${name}\s*;\s*q=0(?:\.0*)?\s*(?:,|$)`).test(accepted)
  if (accepted.includes('br') && !refused('br')) return 'br'
  return accepted.includes('gzip') && !refused('gzip') ? 'gzip' : null
}

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(body)
  return brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}
