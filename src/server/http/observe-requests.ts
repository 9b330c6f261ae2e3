import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler, Next } from 'hono'
import type { ApiEnv } from '#api/serve-call.ts'
import type { Config } from '#config/config.ts'
import { inTrace, isTracing, type OpenSpan } from '#observe/trace.ts'
import type { Log } from '../log.ts'
import type { RequestCounts } from '../metrics/request-counts.ts'
import { addressForLimits } from './client-address.ts'
import { pathForLog } from './request-address.ts'
import { commonHeaders, fileHeaders } from './security-headers.ts'

/** HTTP methods recorded in spans; others become `_OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * The first middleware: sets the id and the client address of every request and the common headers of every
 * response; counts, traces and logs it.
 */
export function observeRequests(deps: {
  config: Config
  counts: { requests: RequestCounts }
  log: Log
}): MiddlewareHandler<ApiEnv> {
  const { config, counts, log } = deps
  const common = Object.entries(commonHeaders(config))

  return (c, next) => {
    if (!isTracing()) return observe(c, next, null)
    const { method } = c.req
    const attributes = { 'http.request.method': METHODS.has(method) ? method : '_OTHER' }
    // Without a trusted proxy, any client could set it.
    const traceparent = config.TRUST_PROXY ? (c.req.header('traceparent') ?? null) : null
    return inTrace('request', { kind: 'SERVER', attributes, traceparent }, (span) => observe(c, next, span))
  }

  async function observe(c: Context<ApiEnv>, next: Next, span: OpenSpan | null): Promise<void> {
    const startedAt = performance.now()
    c.set('requestId', randomUUID())
    span?.set({ 'driveline.request_id': c.get('requestId') })
    const forwardedFor = c.req.header('x-forwarded-for')
    c.set('clientAddress', addressForLimits(socketAddress(c), forwardedFor, config.TRUST_PROXY))
    await next()
    // The simulator may have closed the connection on purpose (faults).
    if (c.res.headers.has('x-hono-already-sent')) return
    const isFile = c.res.headers.get('Cache-Control')?.includes('immutable') ?? false
    setHeaders(c, isFile)
    record(c, { route: c.get('route') ?? (isFile ? 'files' : 'unmatched'), startedAt, span })
  }

  function setHeaders(c: Context<ApiEnv>, isFile: boolean): void {
    const { headers } = c.res
    // The file at a URL never changes, so browsers need not revalidate it.
    if (isFile) headers.delete('Last-Modified')
    else headers.set('X-Request-Id', c.get('requestId'))
    const defaults = isFile ? Object.entries(fileHeaders(config, headers.get('Content-Type'))) : common
    for (const [name, value] of defaults) if (!headers.has(name)) headers.set(name, value)
  }

  function record(
    c: Context<ApiEnv>,
    { route, startedAt, span }: { route: string; startedAt: number; span: OpenSpan | null },
  ): void {
    const { method, path } = c.req
    const { status } = c.res
    const ms = performance.now() - startedAt
    counts.requests.statuses.add(`${route} ${status}`)
    counts.requests.observe(route, ms / 1_000)
    if (span) {
      span.rename(`${method} ${route}`)
      span.set({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.fail(String(status))
    }
    // Successful reads are logged at debug level only.
    const isQuiet = (method === 'GET' || method === 'HEAD') && ![401, 403, 429].includes(status)
    const level = isQuiet ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const requestId = c.get('requestId')
    log[level]({ requestId, method, path: pathForLog(path), status, durationMs: Math.round(ms) }, 'request')
  }
}

function socketAddress(c: Context): string {
  // Requests made in-process, as tests do, have no socket.
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming ? (incoming.socket.remoteAddress ?? 'unknown') : 'in-process'
}
