import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { cacheMark } from '#api/cache-headers.ts'
import type { Config } from '#config/config.ts'
import { databaseFailure } from '#db/database-failure.ts'
import type { SignInSettings } from '#domain/accounts/identity-provider.ts'
import type { CacheTag } from '#domain/shared/cache-tags.ts'
import { isStorable } from '#domain/shared/plain-text.ts'
import { shopTimeZone } from '#domain/shared/shop-days.ts'
import type { BrowsingShop } from '#domain/shop.ts'
import type * as PagesEntry from '#web/entry.server.tsx'
import type { Visitor } from '#web/page-context.ts'
import { boundDiscovery } from './http/route-discovery.ts'
import { contentSecurityPolicy, hashOwnScripts } from './http/security-headers.ts'

export type { Visitor }

export type Pages = {
  /**
   * Renders a page. `onFailure` receives errors that the page did not handle; the visitor sees the error
   * page.
   */
  render(request: Request, visitor: Visitor, onFailure: (error: unknown) => void): Promise<Response>
  /** Whether the page at this path has a form that browsers post to it. */
  hasForm(pathname: string): boolean
  /** The pattern of the page at this path, such as `/parts/:slug`; `*` for none. */
  patternOf(pathname: string): string
  /** The URL (path and query as sent) without query parameters that its page does not read. */
  knownUrl(url: string): string
}

/** A store without pages: its seed, and tests of the API. */
export const noPages: Pages = {
  render: () => Promise.resolve(new Response('no pages', { status: 404 })),
  hasForm: () => false,
  patternOf: () => '*',
  knownUrl: (url) => url,
}

const BUILD = path.join(import.meta.dirname, '../../build/server/index.js')

/** The request without unstorable query values: pages ignore invalid parameters. */
function storableQuery(request: Request): Request {
  if (!request.url.includes('%00')) return request
  const url = new URL(request.url)
  const storable = [...url.searchParams].filter((pair) => pair.every(isStorable))
  url.search = new URLSearchParams(storable).toString()
  return new Request(url, request)
}

/** Longest path whose query is looked at; the paths of pages have no escapes. */
const MAX_PATH_LENGTH = 200

function withoutUnknownQuery(
  url: string,
  queryOf: (pathname: string) => readonly string[] | undefined,
): string {
  const end = url.indexOf('?')
  if (end === -1 || end > MAX_PATH_LENGTH) return url
  const path = url.slice(0, end)
  if (path.includes('%') || path.endsWith('.data')) return url
  const query = queryOf(path)
  if (!query) return url
  const sent = new URLSearchParams(url.slice(end))
  const known = query.flatMap((name): [string, string][] => {
    const value = sent.get(name)
    return value === null ? [] : [[name, value]]
  })
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}

/** What pages need of the store. */
export type PagesDependencies = { shop: BrowsingShop; config: Config; signIn: SignInSettings }

/** Loads the built pages. */
export async function createPages(deps: PagesDependencies): Promise<Pages> {
  return pagesOf((await import(/* @vite-ignore */ pathToFileURL(BUILD).href)) as ServerBuild, deps)
}

/** The pages of a build. Loaders get the shop from the router's context. */
export function pagesOf(build: ServerBuild, { shop, config, signIn }: PagesDependencies): Pages {
  const entry = build.entry.module as unknown as typeof PagesEntry
  const handle = entry.createRequestHandler(build, 'production')
  const routes = entry.readPageRoutes(build)
  const stripe = config.STRIPE_SECRET_KEY !== undefined
  const cardsOn = (pathname: string) =>
    stripe ? (entry.isCardPage(pathname) ? 'stripe' : 'none') : 'simulator'
  return {
    hasForm: (pathname) => !pathname.endsWith('.data') && routes.at(pathname).hasForm,
    patternOf: (pathname) => routes.at(pathname).pattern,
    knownUrl: (url) => withoutUnknownQuery(url, (pathname) => routes.at(pathname).query),
    async render(request, visitor, onFailure) {
      const nonce = randomBytes(16).toString('base64url')
      const content = await shop.content()
      const settings = {
        demo: config.demo,
        signIn,
        stripe,
        pictures: shop.images.publicBase(),
        timeZone: shopTimeZone(content),
        holdMinutes: { verified: config.ORDER_HOLD_MINUTES, unverified: config.UNVERIFIED_HOLD_MINUTES },
      }
      let databaseFailed = false
      const noteFailure = (error: unknown) => {
        databaseFailed ||= databaseFailure(error) !== null
        onFailure(error)
      }
      const context = entry.createPageContext({
        shop,
        content,
        robots: routes,
        settings,
        visitor,
        onFailure: noteFailure,
        nonce,
      })
      const response = await handle(boundDiscovery(storableQuery(request)), context)
      const { pathname } = new URL(request.url)
      const isDown = databaseFailed && response.status >= 500
      const status = isDown ? 503 : response.status
      const headers = new Headers(response.headers)
      if (isDown) headers.set('Retry-After', '5')
      // A failure may be transient: the back button must not show it again.
      const mayBeStored = status < 400 && request.method !== 'POST' && !routes.at(pathname).isPrivate
      setCacheHeaders(headers, mayBeStored, status === 200 ? entry.cacheTagsOf(context) : null)
      if (!headers.get('content-type')?.startsWith('text/html'))
        return new Response(response.body, { status, headers })
      const { html, hashes } = hashOwnScripts(Buffer.from(await response.arrayBuffer()), nonce)
      const policy = contentSecurityPolicy(hashes, { ...config, cards: cardsOn(pathname) }, signIn)
      headers.set('Content-Security-Policy', policy)
      return new Response(html, { status, headers })
    },
  }
}

/** `no-store` unless the page may be stored; with tags, the response cache may store it too. */
function setCacheHeaders(headers: Headers, mayBeStored: boolean, tags: readonly CacheTag[] | null): void {
  if (!mayBeStored || !headers.has('cache-control'))
    headers.set('Cache-Control', mayBeStored ? 'no-cache' : 'no-store')
  if (!mayBeStored || !tags) return
  for (const [name, value] of Object.entries(cacheMark(tags))) headers.set(name, value)
}
