import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { isStreamed, takeCacheMark } from '#api/cache-headers.ts'
import {
  bufferResponse,
  bytesOf,
  type CachedResponse,
  type CacheEntry,
  type EncodedBody,
  encodeFor,
} from './cached-response.ts'
import type { TaggedCache } from './tagged-cache.ts'

/** Maximum length of a cached URL, in characters: responses of longer ones are rarely requested again. */
const MAX_URL_LENGTH = 200
/** How many URLs are remembered as having cacheable responses. */
const KNOWN_URLS = 1_000

/**
 * Lets a proxy keep a copy that has expired at once, to show it while the store has no database (nginx's
 * proxy_cache_use_stale; deploy/nginx.conf). Only responses that are the same for everyone have it.
 */
const COPY_FOR_OUTAGES = { name: 'X-Accel-Expires', value: '@1' } as const

/** Caches the responses that are marked as cacheable, and compresses each once. */
export type ResponseCache = {
  /** Sends a cached response; false when there is none for this request. */
  send(req: IncomingMessage, res: ServerResponse): boolean
  /**
   * The response of `load`. One that is marked as cacheable is compressed as the client accepts it, and,
   * except for another front end, stored.
   * @param sent path and query as sent.
   */
  respond(request: Request, sent: string, load: () => Promise<Response>): Promise<Response>
  /**
   * For /metrics: GET requests that got a cached response, shared one that was being created, or reached the
   * application.
   */
  stats(): { hits: number; shared: number; misses: number }
}

type Load = () => Promise<Response>

/**
 * Runs in front of the whole application, since even routing costs more than sending a cached response.
 * Responses to other front ends contain the origin, so they are only compressed, not stored or shared.
 * @param keyOf the URL under which the response to a URL is stored.
 */
export function createResponseCache(
  cache: TaggedCache<CacheEntry>,
  keyOf: (url: string) => string,
): ResponseCache {
  const cacheableUrls = new LRUCache<string, true>({ max: KNOWN_URLS })
  /** Cacheable responses that are being created: requests that arrive before they are ready share them. */
  const inFlight = new Map<string, Promise<CacheEntry | Response>>()
  // Plain numbers: in a hit of some 20 µs, the cost of a Counter would show.
  let hits = 0
  let shared = 0
  let misses = 0

  async function loadEntry(url: string, load: Load): Promise<CacheEntry | Response> {
    const since = cache.snapshot()
    const response = await load()
    const tags = takeTags(response)
    if (!tags) return response
    const entry: CacheEntry = { ...(await bufferResponse(response)), tags, since }
    if (url.length > MAX_URL_LENGTH) return entry
    entry.onResize = () => cache.resize(url, entry, bytesOf(entry))
    cache.set(url, entry, { tags, since, bytes: bytesOf(entry) })
    cacheableUrls.set(url, true)
    return entry
  }

  /**
   * The response that another request is loading, unless a change overtakes it. Waits for at
   * most two of them.
   */
  async function loadOrShare(url: string, load: Load): Promise<CacheEntry | Response> {
    for (let waits = 0; waits < 2; waits += 1) {
      const running = inFlight.get(url)
      if (!running) break
      // The request that loads it reports the error; this one loads its own.
      const loaded = await running.catch(() => null)
      if (loaded && !(loaded instanceof Response) && cache.isCurrent(loaded.since, loaded.tags)) {
        shared += 1
        return loaded
      }
    }
    misses += 1
    return loadShared(url, load)
  }

  function loadShared(url: string, load: Load): Promise<CacheEntry | Response> {
    const loading = loadEntry(url, load)
    if (!cacheableUrls.has(url)) return loading
    inFlight.set(url, loading)
    const finish = () => {
      if (inFlight.get(url) === loading) inFlight.delete(url)
    }
    loading.then(finish, finish)
    return loading
  }

  async function respondCached(request: Request, url: string, load: Load): Promise<Response> {
    const loaded = await loadOrShare(url, load)
    return loaded instanceof Response ? loaded : compressedFor(request, loaded)
  }

  return {
    stats: () => ({ hits, shared, misses }),
    send(req, res) {
      // Browsers send the Origin of a GET only for a page of another site.
      if (req.method !== 'GET' || req.headers.origin !== undefined) return false
      const entry = cache.get(keyOf(req.url ?? ''))
      if (!entry) return false
      hits += 1
      const encoded = encodeFor(entry, req.headers['accept-encoding'])
      if (encoded instanceof Promise) void encoded.then((ready) => sendReady(res, ready))
      else sendReady(res, encoded)
      return true
    },
    async respond(request, sent, load) {
      if (request.method !== 'GET') {
        const response = await load()
        takeCacheMark(response.headers)
        return response
      }
      return request.headers.has('origin')
        ? respondUncached(request, load)
        : respondCached(request, keyOf(sent), load)
    },
  }
}

/**
 * Removes the mark of a response, and returns its tags if it is to be cached: complete, not streamed, and
 * without anything for one client only.
 */
function takeTags(response: Response): readonly string[] | null {
  const { status, headers } = response
  const tags = takeCacheMark(headers)
  if (!tags || status !== 200 || headers.has('Set-Cookie')) return null
  headers.set(COPY_FOR_OUTAGES.name, COPY_FOR_OUTAGES.value)
  return isStreamed(headers) ? null : tags
}

/** The response for this client alone, compressed since the application leaves that to the cache. */
async function respondUncached(request: Request, load: Load): Promise<Response> {
  const response = await load()
  if (!takeTags(response)) return response
  const requestId = response.headers.get('X-Request-Id')
  const compressed = await compressedFor(request, await bufferResponse(response))
  if (requestId !== null) compressed.headers.set('X-Request-Id', requestId)
  return compressed
}

async function compressedFor(request: Request, buffered: CachedResponse): Promise<Response> {
  const { headers, body } = await encodeFor(buffered, request.headers.get('accept-encoding') ?? undefined)
  return new Response(new Uint8Array(body), { headers })
}

function sendReady(res: ServerResponse, { headers, body }: EncodedBody): void {
  res.writeHead(200, headers)
  res.end(body)
}
