import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { ApiEnv } from '#api/serve-call.ts'

/** How long a browser caches a preflight response, in seconds. */
const PREFLIGHT_SECONDS = 600

/** Response headers that these front ends may read. */
const EXPOSED = ['Link', 'Retry-After', 'X-Request-Id', 'Cache-Status']

/**
 * Lets front ends on the given origins use the API. They authenticate by tokens only: their cookies are
 * neither read nor set, so that they can never act with the visitor's session in the store itself. After this
 * middleware, such a request is treated like one of a program. Other origins are unaffected.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler<ApiEnv> {
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposeHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
  })
  return async (c, next) => {
    if (!origins.includes(c.req.header('origin') ?? '')) {
      await next()
      c.header('Vary', 'Origin', { append: true })
      return undefined
    }
    return allow(c, async () => {
      c.req.raw = asProgram(c.req.raw)
      await next()
      c.res.headers.delete('Set-Cookie')
    })
  }
}

/** The request without cookies and origin headers. */
function asProgram(request: Request): Request {
  const headers = new Headers(request.headers)
  for (const name of ['cookie', 'origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'])
    headers.delete(name)
  return new Request(request, { headers })
}
