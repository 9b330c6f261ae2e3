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

/**
 * Maximum compressed size of a file's copy, in bytes: some 50,000 URLs of a sitemap, or 20,000 parts of the
 * feed.
 */
const MAX_COPY_BYTES = 2 * 2 ** 20

/** A response that takes longer suggests that the database may be down, in ms. */
const SLOW_MS = 1_500

/** Sends stale public responses, marked as such, while the database is down (decision 109). */
export type OutageFallback = {
  /**
   * Returns `fresh()`, or a stale cached response if the database is down or not responding. A page of
   * another origin gets a stale response only if that origin may read the store.
   */
  respond(request: Request, url: string, fresh: () => Promise<Response>): Promise<Response>
  /** Returns `load()`, marked as stale if it came from a replica while the primary was down. */
  mark(url: string, load: () => Promise<Response>): Promise<Response>
  /**
   * Call before a file is read. The returned function copies the file while it is sent, unless a change
   * overtakes it.
   */
  copyOf(url: string): (file: Response, tags: readonly string[]) => Response
  /** For /metrics: how many stale responses were sent. */
  sent(): number
}

/**
 * `hasReplica`: whether responses can be created while the primary is down. `files`: kept apart so that they
 * displace no page. `corsHeaders`: the headers that allow a page of another origin to read a response; null
 * if it must not.
 */
type OutageFallbackDeps = {
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
  /** Entries that were sent while the database was down, marked as stale. */
  const marked = new WeakMap<CacheEntry, StaleResponse>()
  let sent = 0

  function staleEntry(url: string): CacheEntry | undefined {
    const entry = cache.getStale(url)
    return entry?.audience === 'everyone' ? entry : undefined
  }

  function hasStale(url: string): boolean {
    return staleEntry(pageOfData(url) ?? url) !== undefined || files.getStale(url) !== undefined
  }

  /** The stale response; null when there is none. */
  async function staleResponse(request: Request, url: string): Promise<Response | null> {
    const page = pageOfData(url)
    if (page !== null) return staleEntry(page) ? reloadPage(page) : null
    const accepted = request.headers.get('accept-encoding') ?? undefined
    const entry = staleEntry(url)
    const copy = entry ? undefined : files.getStale(url)
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

  async function staleResponseForOrigin(request: Request, url: string): Promise<Response | null> {
    const origin = request.headers.get('origin')
    if (origin === null) return staleResponse(request, url)
    const cors = corsHeaders(origin)
    const response = cors && (await staleResponse(request, url))
    if (response) for (const [name, value] of Object.entries(cors)) response.headers.set(name, value)
    return response
  }

  /** The response; null if the database turns out to be down first. */
  async function unlessUnavailable(responding: Promise<Response>): Promise<Response | null> {
    const down = Promise.withResolvers<null>()
    const checkOutage = async () => {
      if ((await outage.check()) !== null) down.resolve(null)
    }
    // Missing notifications suggest an outage.
    const timer = setTimeout(() => void checkOutage(), cache.isOn() ? SLOW_MS : 0)
    try {
      return await Promise.race([responding, down.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async respond(request, url, fresh) {
      const staleInstead = () => staleResponseForOrigin(request, url)
      if (outage.since() !== null && !hasReplica) return (await staleInstead()) ?? fresh()
      const responding = fresh()
      if (!hasReplica && hasStale(url) && (await unlessUnavailable(responding)) === null) {
        // It is no longer waited for, unless there is no stale response after all.
        responding.catch(() => undefined)
        return (await staleInstead()) ?? responding
      }
      const response = await responding
      if (response.status !== 503 || (await outage.check()) === null) return response
      if (hasReplica) {
        const repeated = await fresh()
        if (repeated.status !== 503) return repeated
      }
      return (await staleInstead()) ?? response
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
        // Clients that do not accept gzip get the file uncompressed, and no copy is made.
        if (file.headers.get('content-encoding') !== 'gzip') return file
        const { 'x-request-id': _, ...headers } = Object.fromEntries(file.headers)
        return copyWhileSent(file, MAX_COPY_BYTES, (gzip) =>
          files.set(url, { headers, gzip, asOf }, { tags, since, bytes: gzip.length }),
        )
      }
    },
    sent: () => sent,
  }
}
