import { hash, timingSafeEqual } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves `GET /metrics` and nothing else, on a port of its own: so a misconfigured proxy cannot show sales
 * figures to visitors of the public port.
 * @param token the required bearer token; without one, every client that reaches the port may read.
 */
export function serveMetrics(metrics: Metrics, token: string | undefined, log: Log): RequestListener {
  const expected = token === undefined ? null : digest(`Bearer ${token}`)
  return (req, res) => {
    const refuse = (status: number, text: string, headers = {}) =>
      res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`)
    if (expected && !timingSafeEqual(expected, digest(req.headers.authorization ?? '')))
      return refuse(401, 'Send METRICS_TOKEN as a bearer token.', { 'WWW-Authenticate': 'Bearer' })
    if (req.url?.split('?', 1)[0] !== '/metrics') return refuse(404, 'Only /metrics is served here.')
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return refuse(405, 'Metrics are read-only.', { Allow: 'GET, HEAD' })
    metrics.collect().then(
      (text) =>
        res.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be collected')
        refuse(500, 'The metrics could not be collected.')
      },
    )
    return res
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
