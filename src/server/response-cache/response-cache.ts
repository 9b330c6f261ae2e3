import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type Audience, isStreamed, takeCacheMark } from '#api/cache-headers.ts'
import type { Outage } from '#db/outage.ts'
import { captureOldReads } from '#db/replica/old-reads.ts'
import { bufferResponse, bytesOf, type CachedResponse, type Encoded, encodeFor } from './cached-response.ts'
import {
  copyWhileSent,
  type FileCopy,
  markOld,
  markResponseOld,
  type OldPageNotice,
  type OldResponse,
  pageOfData,
  reloadPage,
  sendCopy,
  sendOld,
} from './old-response.ts'
import type { TaggedCache } from './tagged-cache.ts'

/** Longer URLs are not cached: their responses are rarely requested again. In characters. */
const MAX_URL = 200
/** How many URLs are remembered whose response is the same for everyone. */
const KNOWN_URLS = 1_000

/** Caches the responses that are marked as cacheable, and compresses each once. */
export type ResponseCache = {
  /** Sends a cached response; false when there is none for this request. */
  send(req: IncomingMessage, res: ServerResponse): boolean
  /**
   * The response of `load`. One that is marked as cacheable is compressed as the client accepts it, and
   * stored. While the database is away, a public one from before is sent instead, with a mark (docs/decisions/109).
   * @param url path and query as they were sent.
   */
  respond(request: Request, url: string, load: () => Promise<Response>): Promise<Response>
  /** For /metrics: GET requests that were sent a cached response, shared one that was being made, or reached the application. */
  numbers(): { hits: number; shared: number; misses: number; old: number }
}

/** A stored response: for whom it is, what it shows, and the revision of the cache before it was made. */
export type CacheEntry = CachedResponse & {
  audience: Audience
  tags: readonly string[]
  since: number
  /** When it was made, in ms since 1970. */
  madeAt: number
  /** The same with its mark, once it was needed. */
  old?: OldResponse
}

/** Most bytes of a file's copy, compressed: some 50,000 addresses of a sitemap, or 20,000 parts of the feed. */
const MAX_COPY = 2 * 2 ** 20

/** A response that takes longer is a sign that the database may be away, in ms. */
const SLOW_MS = 1_500

/**
 * What is known of the database, and `hasReplica` whether responses can be made while the primary is away.
 * `files`: where copies of files are held for that time, apart, so that they displace no page. `notice`: the line above old pages.
 * `corsHeaders`: what lets a page of another origin read a response; null where it must not.
 */
export type WithoutDatabase = {
  outage: Outage
  hasReplica: boolean
  files: TaggedCache<FileCopy>
  notice: OldPageNotice
  corsHeaders: (origin: string) => Readonly<Record<string, string>> | null
}

type Load = () => Promise<Response>

/**
 * Runs in front of the whole application, since even routing costs more than sending a cached response.
 * Requests of other front ends bypass it, since their responses name the origin, except while the database is away.
 * @param isCustomer whether this Authorization header holds a token that this process has cached. Otherwise
 * the application responds, and queries the database.
 */
export function createResponseCache(
  cache: TaggedCache<CacheEntry>,
  isCustomer: (authorization: string | undefined) => boolean,
  { outage, hasReplica, files, notice, corsHeaders }: WithoutDatabase,
): ResponseCache {
  const publicUrls = new LRUCache<string, true>({ max: KNOWN_URLS })
  /** Responses for everyone that are being created: requests that arrive before they are ready share them. */
  const inFlight = new Map<string, Promise<CacheEntry | Response>>()
  // Plain numbers: a hit costs some 20 µs.
  let hits = 0
  let shared = 0
  let misses = 0
  let old = 0

  async function loadEntry(url: string, load: () => Promise<Response>): Promise<CacheEntry | Response> {
    const since = cache.revision()
    const filesSince = files.revision()
    const madeAt = Date.now()
    const response = await load()
    const mark = takeCacheMark(response.headers)
    if (!mark || response.status !== 200 || response.headers.has('Set-Cookie')) return response
    if (isStreamed(response.headers)) return copied(response, url, { ...mark, since: filesSince, madeAt })
    const entry: CacheEntry = { ...(await bufferResponse(response)), ...mark, since, madeAt }
    if (url.length > MAX_URL) return entry
    entry.onResize = () => cache.resize(url, entry, bytesOf(entry))
    cache.set(url, entry, { tags: entry.tags, since, bytes: bytesOf(entry) })
    if (entry.audience === 'everyone') publicUrls.set(url, true)
    return entry
  }

  /** A file, of which a copy is held for an outage. Clients that accept no gzip get the same, and leave none. */
  function copied(
    response: Response,
    url: string,
    { tags, since, madeAt }: Pick<CacheEntry, 'tags' | 'since' | 'madeAt'>,
  ): Response {
    if (url.length > MAX_URL || response.headers.get('content-encoding') !== 'gzip') return response
    const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
    return copyWhileSent(response, MAX_COPY, (gzip) => {
      const copy: FileCopy = { headers, gzip, asOf: madeAt }
      files.set(url, copy, { tags, since, bytes: gzip.length })
    })
  }

  /**
   * The response that another request is loading for everyone, unless a change overtakes it. Waits for two
   * such requests at most.
   */
  async function loadOrShare(url: string, load: () => Promise<Response>): Promise<CacheEntry | Response> {
    for (let waits = 0; waits < 2; waits += 1) {
      const running = inFlight.get(url)
      if (!running) break
      const loaded = await running.catch(() => null)
      const isShareable = loaded && !(loaded instanceof Response) && loaded.audience === 'everyone'
      if (isShareable && cache.isCurrent(loaded.since, loaded.tags)) {
        shared += 1
        return loaded
      }
    }
    misses += 1
    return loadShared(url, load)
  }

  function loadShared(url: string, load: () => Promise<Response>): Promise<CacheEntry | Response> {
    const loading = loadEntry(url, load)
    if (!publicUrls.has(url)) return loading
    inFlight.set(url, loading)
    const finish = () => {
      if (inFlight.get(url) === loading) inFlight.delete(url)
    }
    loading.then(finish, finish)
    return loading
  }

  /** A response for everyone from before, for while the database is away. */
  function heldFor(url: string): CacheEntry | undefined {
    const entry = cache.held(url)
    return entry?.audience === 'everyone' ? entry : undefined
  }

  function sendHeld(entry: CacheEntry, request: Request): Promise<Response> {
    old += 1
    entry.old ??= markOld(entry, entry.madeAt, notice)
    return sendOld(entry.old, request.headers.get('accept-encoding') ?? undefined)
  }

  /** Whether there is something to send instead of a response that needs the database. */
  function isHeld(url: string): boolean {
    return heldFor(pageOfData(url) ?? url) !== undefined || files.held(url) !== undefined
  }

  /** That; null when there is nothing. */
  function withoutDatabase(request: Request, url: string): Promise<Response> | null {
    const page = pageOfData(url)
    if (page !== null) return heldFor(page) ? Promise.resolve(reloadPage(page)) : null
    const held = heldFor(url)
    if (held) return sendHeld(held, request)
    const copy = files.held(url)
    if (!copy) return null
    old += 1
    return sendCopy(copy, request.headers.get('accept-encoding') ?? undefined)
  }

  /** The same for a page of another origin, which the store's owner allows to read what everyone may see. */
  function withoutDatabaseFor(origin: string, request: Request, url: string): Promise<Response> | null {
    const cors = corsHeaders(origin)
    return (cors && withoutDatabase(request, url)?.then((response) => withHeaders(response, cors))) ?? null
  }

  /** A read of a replica while the primary is away is marked and not stored. */
  async function loadMarked(url: string, load: Load): Promise<Response> {
    if (!hasReplica) return load()
    const { result, asOf } = await captureOldReads(load)
    if (asOf === null) return result
    const page = pageOfData(url)
    return page === null ? markResponseOld(result, asOf, notice) : reloadPage(page)
  }

  async function loadUncached(url: string, load: Load): Promise<Response> {
    const response = await loadMarked(url, load)
    takeCacheMark(response.headers)
    return response
  }

  /** The response; null when the database turns out to be away before there is one, as one that hangs. */
  async function unlessAway(responding: Promise<Response>): Promise<Response | null> {
    const away = Promise.withResolvers<null>()
    const look = async () => {
      if ((await outage.check()) !== null) away.resolve(null)
    }
    // Notifications that do not come are a sign.
    const timer = setTimeout(() => void look(), cache.isOn() ? SLOW_MS : 0)
    try {
      return await Promise.race([responding, away.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  async function respondFresh(request: Request, url: string, load: Load): Promise<Response> {
    const loaded = await loadOrShare(url, () => loadMarked(url, load))
    if (loaded instanceof Response) return loaded
    const { headers, body } = await encodeFor(loaded, request.headers.get('accept-encoding') ?? undefined)
    return new Response(new Uint8Array(body), { headers })
  }

  /** A fresh response, or `instead` where there is none because the database is away. */
  async function freshOr(
    url: string,
    fresh: () => Promise<Response>,
    instead: () => Promise<Response> | null,
  ): Promise<Response> {
    if (outage.since() !== null && !hasReplica) return (await instead()) ?? fresh()
    const responding = fresh()
    if (!hasReplica && isHeld(url) && (await unlessAway(responding)) === null) {
      responding.catch(() => undefined)
      return (await instead()) ?? responding
    }
    const response = await responding
    if (response.status !== 503 || (await outage.check()) === null) return response
    if (hasReplica) {
      const again = await fresh()
      if (again.status !== 503) return again
    }
    return (await instead()) ?? response
  }

  return {
    numbers: () => ({ hits, shared, misses, old }),
    send(req, res) {
      // Browsers name the origin of a GET only when another site's page sends it.
      if (req.method !== 'GET' || req.headers.origin !== undefined) return false
      const entry = cache.get(req.url ?? '')
      if (!entry || (entry.audience === 'customers' && !isCustomer(req.headers.authorization))) return false
      hits += 1
      const encoded = encodeFor(entry, req.headers['accept-encoding'])
      if (encoded instanceof Promise) void encoded.then((ready) => sendReady(res, ready))
      else sendReady(res, encoded)
      return true
    },
    async respond(request, url, load) {
      const origin = request.headers.get('origin')
      if (request.method !== 'GET') return loadUncached(url, load)
      if (origin === null)
        return freshOr(
          url,
          () => respondFresh(request, url, load),
          () => withoutDatabase(request, url),
        )
      return freshOr(
        url,
        () => loadUncached(url, load),
        () => withoutDatabaseFor(origin, request, url),
      )
    },
  }
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

function sendReady(res: ServerResponse, { headers, body }: Encoded): void {
  res.writeHead(200, headers)
  res.end(body)
}
