import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { isApiPath } from '#api/create-api.ts'
import { ProblemSchema } from '#api/problem.ts'
import type { ApiEnv } from '#api/serve-call.ts'
import * as paths from '#paths.ts'
import type { Pages, Visitor } from '../pages.ts'

/** Addresses of calls that people type, with the page that they look for. */
const TYPED_PATHS = new Map([
  ['/contact', paths.contact],
  ['/search', paths.parts],
])

/**
 * Whether the client prefers HTML to JSON, as a browser does that navigates. Without a preference (such as
 * none or any type), pages are HTML and the API's paths are JSON.
 */
export function prefersPage(c: Context): boolean {
  if (c.req.path.endsWith('.data')) return false
  const preferred = accepts(c, {
    header: 'Accept',
    supports: ['text/html', 'application/json', 'application/problem+json'],
    default: isRead(c) && !isApiPath(c.req.path) ? 'text/html' : 'application/json',
  })
  return preferred === 'text/html'
}

/**
 * Replaces a refusal by a page for a client that prefers HTML: the same status and headers, and the refusal
 * in words. Programs get the problem document unchanged.
 */
export async function showRefusal(c: Context<ApiEnv>, pages: Pages, visitor: Visitor): Promise<void> {
  if (c.res.headers.get('Content-Type') !== 'application/problem+json') return
  c.header('Vary', 'Accept', { append: true })
  if (!prefersPage(c)) return
  const page = isRead(c) ? TYPED_PATHS.get(c.req.path) : undefined
  if (page) {
    c.res = new Response(null, { status: 302, headers: { Location: page } })
    return
  }
  const refusal = ProblemSchema.parse(await c.res.json())
  const request = new Request('http://store.invalid/not-found')
  const { body, headers } = await pages.render(request, { ...visitor, refusal }, () => undefined)
  // Hono adds the headers of the problem document, such as Retry-After.
  c.res = new Response(body, { status: refusal.status, headers })
}

const isRead = ({ req: { method } }: Context) => method === 'GET' || method === 'HEAD'
