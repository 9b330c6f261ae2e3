import type { Outage } from '#db/outage.ts'
import { captureStaleReads } from '#db/replica/stale-reads.ts'
import type { CacheEntry } from './cached-response.ts'
import {
  copyWhileSent,
  type FileCopy,
  markStale,
  markResponseStale,
  type StalePageNotice,
  type StaleResponse,
  pageOfData,
  reloadPage,
  sendCopy,
  sendStale,
} from './stale-response.ts'
import type { TaggedCache } from './tagged-cache.ts'

/** Most bytes of a file's copy, compressed: some 50,000 addresses of a sitemap, or 20,000 parts of the feed. */
const MAX_COPY = 2 * 2 ** 20

/** A response that takes longer is a sign that the database may be away, in ms. */
const SLOW_MS = 1_500

/** What is sent while the database is away: public responses from before, with a mark (docs/decisions/109). */
export type OutageFallback = {
  /**
   * The response of `fresh`; one from before where there is none because the database is away, as when it hangs.
   * A page of another origin gets one only where it may read the store.
   */
  respond(request: Request, url: string, fresh: () => Promise<Response>): Promise<Response>
  /** The response of `load`: marked where a replica answered while the primary is away. */
  mark(url: string, load: () => Promise<Response>): Promise<Response>
  /** Call before a file is read. The function that it returns copies the file while it is sent, unless a change overtakes it. */
  copyOf(url: string): (file: Response, tags: readonly string[]) => Response
  /** For /metrics: how many responses from before were sent. */
  sent(): number
}

/**
 * `hasReplica`: whether responses can be made while the primary is away. `cache`: the responses from before.
 * `files`: copies of files, apart, so that they displace no page. `notice`: the line above old pages.
 * `corsHeaders`: what lets a page of another origin read a response; null where it must not.
 */
export type OutageFallbackDeps = {
  outage: Outage
  hasReplica: boolean
  cache: TaggedCache<CacheEntry>
  files: TaggedCache<FileCopy>
  notice: StalePageNotice
  corsHeaders: (origin: string) => Readonly<Record<string, string>> | null
}

export function createOutageFallback({
  outage,
  hasReplica,
  cache,
  files,
  notice,
  corsHeaders,
}: OutageFallbackDeps): OutageFallback {
  /** The entries that were sent while the database was away, with their mark. */
  const marked = new WeakMap<CacheEntry, StaleResponse>()
  let sent = 0

  function heldFor(url: string): CacheEntry | undefined {
    const entry = cache.held(url)
    return entry?.audience === 'everyone' ? entry : undefined
  }

  /** Whether there is something from before. */
  function isHeld(url: string): boolean {
    return heldFor(pageOfData(url) ?? url) !== undefined || files.held(url) !== undefined
  }

  /** That; null when there is nothing. */
  async function held(request: Request, url: string): Promise<Response | null> {
    const page = pageOfData(url)
    if (page !== null) return heldFor(page) ? reloadPage(page) : null
    const accepted = request.headers.get('accept-encoding') ?? undefined
    const entry = heldFor(url)
    const copy = entry ? undefined : files.held(url)
    if (entry || copy) sent += 1
    if (entry) return sendStale(markedOnce(entry), accepted)
    return copy ? sendCopy(copy, accepted) : null
  }

  function markedOnce(entry: CacheEntry): StaleResponse {
    const known = marked.get(entry)
    if (known) return known
    const old = markStale(entry, entry.madeAt, notice)
    marked.set(entry, old)
    return old
  }

  async function heldForOrigin(request: Request, url: string): Promise<Response | null> {
    const origin = request.headers.get('origin')
    if (origin === null) return held(request, url)
    const cors = corsHeaders(origin)
    const response = cors && (await held(request, url))
    if (response) for (const [name, value] of Object.entries(cors)) response.headers.set(name, value)
    return response
  }

  /** The response; null when the database turns out to be away before there is one. */
  async function unlessUnavailable(responding: Promise<Response>): Promise<Response | null> {
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

  return {
    async respond(request, url, fresh) {
      const instead = () => heldForOrigin(request, url)
      if (outage.since() !== null && !hasReplica) return (await instead()) ?? fresh()
      const responding = fresh()
      if (!hasReplica && isHeld(url) && (await unlessUnavailable(responding)) === null) {
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
    },
    async mark(url, load) {
      if (!hasReplica) return load()
      const { result, asOf } = await captureStaleReads(load)
      if (asOf === null) return result
      const page = pageOfData(url)
      return page === null ? markResponseStale(result, asOf, notice) : reloadPage(page)
    },
    copyOf(url) {
      const since = files.revision()
      const asOf = Date.now()
      return (file, tags) => {
        // Clients that accept no gzip get the same, and leave none.
        if (file.headers.get('content-encoding') !== 'gzip') return file
        const { 'x-request-id': _, ...headers } = Object.fromEntries(file.headers)
        return copyWhileSent(file, MAX_COPY, (gzip) =>
          files.set(url, { headers, gzip, asOf }, { tags, since, bytes: gzip.length }),
        )
      }
    },
    sent: () => sent,
  }
}
