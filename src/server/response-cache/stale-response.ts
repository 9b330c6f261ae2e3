import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isStreamed, takeCacheMark } from '#api/cache-headers.ts'
import { accepts, bufferResponse, type CachedResponse, encodeFor } from './cached-response.ts'

const gunzipped = promisify(gunzip)

/** The notice is inserted before this. */
const MAIN = '<main id="main"'

/** A response marked as stale. `asOf`: when it was created, in ms since 1970. */
export type StaleResponse = CachedResponse & { asOf: number }

/** The notice above a stale page, as HTML. */
export type StalePageNotice = (asOf: number) => string

/** Headers of a stale response; intermediate caches do not store it. */
const MARKS = {
  'cache-control': 'no-store',
  'cache-status': 'driveline; detail=database_unavailable',
} as const

/** Marks a finished response as stale; pages also get the notice. */
export function markStale(
  { plain }: Pick<CachedResponse, 'plain'>,
  asOf: number,
  notice: StalePageNotice,
): StaleResponse {
  const headers: Record<string, string> = { ...plain.headers, ...MARKS }
  let { body } = plain
  if (headers['content-type']?.startsWith('text/html'))
    body = Buffer.from(body.toString('utf8').replace(MAIN, () => notice(asOf) + MAIN))
  headers['content-length'] = String(body.length)
  return { plain: { headers, body }, encoded: {}, waitsSince: null, onResize: null, asOf }
}

/** Marks a response that was created while the primary was down. It is not cached. */
export async function markResponseStale(
  response: Response,
  asOf: number,
  notice: StalePageNotice,
): Promise<Response> {
  takeCacheMark(response.headers)
  if (response.status !== 200) return response
  if (isStreamed(response.headers)) {
    for (const [name, value] of Object.entries({ ...MARKS, age: ageOf(asOf) }))
      response.headers.set(name, value)
    return response
  }
  const isWhole = /^(?:text\/html|application\/json)/.test(response.headers.get('content-type') ?? '')
  if (!isWhole) return response
  return sendStale(markStale(await bufferResponse(response), asOf, notice), undefined)
}

/** Sends a stale response with its age, in the best encoding that the client accepts. */
export async function sendStale(old: StaleResponse, accepted: string | undefined): Promise<Response> {
  const { headers, body } = await encodeFor(old, accepted)
  return new Response(new Uint8Array(body), { headers: { ...headers, age: ageOf(old.asOf) } })
}

function ageOf(asOf: number): string {
  return String(Math.max(0, Math.round((Date.now() - asOf) / 1_000)))
}

/**
 * A copy of a file, compressed with gzip, with the headers that it was sent with. `asOf`: when its creation
 * began, in ms since 1970.
 */
export type FileCopy = { headers: Record<string, string>; gzip: Buffer; asOf: number }

/**
 * Copies a compressed file while it is sent.
 * @param max maximum size in bytes; larger files are not copied.
 * @param onCopied called when the last byte has been passed on; never for an aborted file.
 */
export function copyWhileSent(response: Response, max: number, onCopied: (gzip: Buffer) => void): Response {
  if (!response.body) return response
  const chunks: Uint8Array[] = []
  let bytes = 0
  const copying = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk)
      bytes += chunk.length
      if (bytes <= max) chunks.push(chunk)
      else chunks.length = 0
    },
    flush() {
      if (bytes <= max) onCopied(Buffer.concat(chunks))
    },
  })
  return new Response(response.body.pipeThrough(copying), response)
}

/** Sends the copy of a file, marked as stale, decompressed if the client does not accept gzip. */
export async function sendCopy(
  { headers, gzip, asOf }: FileCopy,
  accepted: string | undefined,
): Promise<Response> {
  const marked = { ...headers, ...MARKS, age: ageOf(asOf) }
  if (accepts(accepted ?? '', 'gzip')) return new Response(new Uint8Array(gzip), { headers: marked })
  const { 'content-encoding': _, ...plain } = marked as Record<string, string>
  return new Response(new Uint8Array(await gunzipped(gzip)), { headers: plain })
}

/**
 * The page of a data URL of the router, such as `/parts?q=a` for `/parts.data?q=a`; null for other URLs. Such
 * data has no place for the notice.
 */
export function pageOfData(url: string): string | null {
  const [, path, query = ''] = /^(\/[^?]*)\.data(\?.*)?$/.exec(url) ?? []
  if (path === undefined) return null
  const search = new URLSearchParams(query)
  search.delete('_routes')
  const page = path === '/_root' ? '/' : path.replace(/\/_$/, '/')
  return page + (search.size > 0 ? `?${search.toString()}` : '')
}

/** Tells the router to load the page itself instead of its data. The headers are React Router's. */
export function reloadPage(page: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'X-Remix-Redirect': page,
      'X-Remix-Status': '302',
      'X-Remix-Reload-Document': 'true',
      'Cache-Control': 'no-store',
    },
  })
}
