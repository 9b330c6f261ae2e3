import { takeCacheMark } from '#api/cache-headers.ts'
import { bufferResponse, type CachedResponse, encodeFor } from './cached-response.ts'

/** Where the notice is put into a page. */
const MAIN = '<main id="main"'

/** A response that may be outdated, and says so. `asOf`: when it was made, in ms since 1970. */
export type OldResponse = CachedResponse & { asOf: number }

/** The line above an old page, as HTML. */
export type OldPageNotice = (asOf: number) => string

/** Marks a finished response: pages get a line, and caches on the way store neither. */
export function markOld(
  { plain }: Pick<CachedResponse, 'plain'>,
  asOf: number,
  notice: OldPageNotice,
): OldResponse {
  const headers: Record<string, string> = {
    ...plain.headers,
    'cache-control': 'no-store',
    'cache-status': 'driveline; detail=database_unavailable',
  }
  let { body } = plain
  if (headers['content-type']?.startsWith('text/html'))
    body = Buffer.from(body.toString('utf8').replace(MAIN, () => notice(asOf) + MAIN))
  headers['content-length'] = String(body.length)
  return { plain: { headers, body }, encoded: {}, waitsSince: null, onResize: null, asOf }
}

/** The same for a response that was made while the primary was away. It is not to be cached. */
export async function markResponseOld(
  response: Response,
  asOf: number,
  notice: OldPageNotice,
): Promise<Response> {
  takeCacheMark(response.headers)
  // Files are sent while they are made.
  const isWhole = /^(?:text\/html|application\/json)/.test(response.headers.get('content-type') ?? '')
  if (response.status !== 200 || !isWhole) return response
  return sendOld(markOld(await bufferResponse(response), asOf, notice), undefined)
}

/** With its age, in the best encoding that the client accepts. */
export async function sendOld(old: OldResponse, accepted: string | undefined): Promise<Response> {
  const { headers, body } = await encodeFor(old, accepted)
  const age = String(Math.max(0, Math.round((Date.now() - old.asOf) / 1_000)))
  return new Response(new Uint8Array(body), { headers: { ...headers, age } })
}

/**
 * The page whose data an address of the router is, such as `/parts?q=a` for `/parts.data?q=a`; null for any other. Such data has no place for
 * the mark.
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
