import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ChangeTopic } from '#domain/shop.ts'
import type { Memory } from './memory.ts'
import { encodeFor, takeWhole, type WholeAnswer } from './whole-answer.ts'

/** What a public page is made of: any change of these makes it anew. */
const PAGE_TOPICS: readonly ChangeTopic[] = ['products', 'reviews']

/** Addresses longer than this are made for nobody else; bytes. */
const LONGEST_KEPT_URL = 200

/**
 * Which topics the answer of a GET depends on, when it is the same for everybody and may be kept; null for all others.
 * Pages hold nothing personal: what belongs to a person is fetched by the browser with the token.
 */
function topicsOf(url: string): readonly ChangeTopic[] | null {
  const path = url.split('?', 1)[0] ?? ''
  if (path === '/products') return ['products']
  if (path === '/reviews') return ['reviews']
  if (
    /^\/(?:(?:login|signup|blogs|blogs\/[\w-]+|myPortfolio|contactUs|parts|docs)(?:\.data)?|_root\.data)?$/.test(
      path,
    )
  )
    return PAGE_TOPICS
  return null
}

/** True when the answer of this GET is the same for everybody and may be kept. */
export function isKeepable(url: string): boolean {
  return url.length <= LONGEST_KEPT_URL && topicsOf(url) !== null
}

/** Answers of GETs that are the same for everybody. */
export type KeptAnswers = {
  /** Sends a kept answer; false when there is none. */
  send(req: IncomingMessage, res: ServerResponse): boolean
  /** Answers a keepable GET by `load`, and keeps what came. @param url path and query. */
  load(url: string, accepted: string | undefined, load: () => Promise<Response>): Promise<Response>
}

/**
 * Answers from memory what is read constantly and changes rarely. In front of the whole application, since even finding the
 * route costs more than sending bytes that are ready.
 */
export function createKeptAnswers(memory: Memory): KeptAnswers {
  return {
    send(req, res) {
      if (req.method !== 'GET') return false
      const known = memory.find(`answer ${req.url}`) as WholeAnswer | undefined
      if (!known) return false
      void encodeFor(known, req.headers['accept-encoding']).then(({ headers, body }) => {
        res.writeHead(200, { ...headers, 'content-length': body.length })
        res.end(body)
      })
      return true
    },
    async load(url, accepted, load) {
      const read = memory.versions(topicsOf(url) ?? [])
      const response = await load()
      if (response.status !== 200 || response.headers.has('set-cookie')) return response
      const whole = await takeWhole(response)
      memory.keep(`answer ${url}`, whole, read)
      const { headers, body } = await encodeFor(whole, accepted)
      return new Response(new Uint8Array(body), { headers })
    },
  }
}
