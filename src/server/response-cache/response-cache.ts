import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ChangeTopic } from '#domain/shop.ts'
import type { TaggedCache, Versions } from './tagged-cache.ts'
import { bytesOf, type Encoded, encodeFor, bufferResponse, type CachedResponse } from './cached-response.ts'

/** Which topics an answer depends on, and for whom it is the same. */
type CachePolicy = { topics: readonly ChangeTopic[]; for: 'everybody' | 'customers' }

/** What a public page is made of: any change of these makes it anew. */
const PAGE: CachePolicy = { topics: ['products', 'reviews'], for: 'everybody' }
const PRODUCTS: CachePolicy = { topics: ['products'], for: 'everybody' }
const PRODUCT: CachePolicy = { topics: ['products'], for: 'customers' }
const REVIEWS: CachePolicy = { topics: ['reviews'], for: 'everybody' }

/** Addresses longer than this are made for nobody else; bytes. */
const LONGEST_CACHED_URL = 200

/**
 * How the answer of a GET may be kept, null when it may not.
 * Pages hold nothing personal: what belongs to a person is fetched by the browser with the token.
 */
function cachePolicyFor(url: string): CachePolicy | null {
  if (url.length > LONGEST_CACHED_URL) return null
  const path = url.split('?', 1)[0] ?? ''
  if (path === '/products') return PRODUCTS
  if (/^\/(?:reviews|customerReviews(?:\.data)?)$/.test(path)) return REVIEWS
  if (/^\/product\/[\da-f-]{36}$/.test(url)) return PRODUCT
  if (/^\/product\/[\da-f-]{36}\/fitments$/.test(url)) return PRODUCTS
  const isPage =
    /^\/(?:(?:login|signup|blogs|blogs\/[\w-]+|myPortfolio|contactUs|parts|docs)(?:\.data)?|_root\.data)?$/.test(
      path,
    )
  return isPage ? PAGE : null
}

/** True when the answer of this GET is the same for everybody, or for every customer, and may be kept. */
export function isCacheable(url: string): boolean {
  return cachePolicyFor(url) !== null
}

/** Answers of GETs that are not made for one person. */
export type ResponseCache = {
  /** Sends a kept answer; false when there is none for this request. */
  send(req: IncomingMessage, res: ServerResponse): boolean
  /** Answers a keepable GET by `load`, and keeps what came. @param url path and query. */
  load(url: string, accepted: string | undefined, load: () => Promise<Response>): Promise<Response>
}

type Entry = CachedResponse & Pick<CachePolicy, 'for'>

/**
 * Answers from memory what is read constantly and changes rarely. In front of the whole application, since even finding the
 * route costs more than sending bytes that are ready.
 * @param isCustomer whether this Authorization header is known to be a customer's, without asking the database. When it is not, the
 * application answers, and asks.
 */
export function createResponseCache(
  memory: TaggedCache,
  isCustomer: (authorization: string | undefined) => boolean,
): ResponseCache {
  /** Answers for everybody that are being made now: whoever comes meanwhile waits for the same one. */
  const making = new Map<string, { read: Versions; made: Promise<CachedResponse | Response> }>()

  async function make(url: string, policy: CachePolicy, read: Versions, load: () => Promise<Response>) {
    const response = await load()
    if (response.status !== 200 || response.headers.has('set-cookie')) return response
    const whole = await bufferResponse(response)
    const entry: Entry = { ...whole, for: policy.for }
    const key = `answer ${url}`
    entry.onResize = () => memory.resize(key, entry, bytesOf(entry))
    memory.set(key, entry, read, bytesOf(entry))
    return entry
  }

  return {
    send(req, res) {
      if (req.method !== 'GET') return false
      const known = memory.get(`answer ${req.url}`) as Entry | undefined
      if (!known || (known.for === 'customers' && !isCustomer(req.headers.authorization))) return false
      const encoded = encodeFor(known, req.headers['accept-encoding'])
      if (encoded instanceof Promise) void encoded.then((ready) => sendReady(res, ready))
      else sendReady(res, encoded)
      return true
    },
    async load(url, accepted, load) {
      const policy = cachePolicyFor(url)
      if (!policy) return load()
      const under = making.get(url)
      if (under && memory.isCurrent(under.read)) {
        const made = await under.made
        if ('plain' in made) return toResponse(made, accepted)
      }
      const read = memory.versions(policy.topics)
      const made = make(url, policy, read, load)
      if (policy.for === 'everybody') making.set(url, { read, made })
      try {
        const answer = await made
        return 'plain' in answer ? await toResponse(answer, accepted) : answer
      } finally {
        if (making.get(url)?.made === made) making.delete(url)
      }
    },
  }
}

function sendReady(res: ServerResponse, { headers, body }: Encoded): void {
  res.writeHead(200, headers)
  res.end(body)
}

async function toResponse(answer: CachedResponse, accepted: string | undefined): Promise<Response> {
  const { headers, body } = await encodeFor(answer, accepted)
  return new Response(new Uint8Array(body), { headers })
}
